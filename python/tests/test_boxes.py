# SPDX-License-Identifier: MIT
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import masu
from support import brute_pairs, overlaps, pair_set, random_boxes

KINDS = [(d, t) for d in (2, 3) for t in (np.float32, np.float64)]


@pytest.mark.parametrize("dimension, dtype", KINDS)
@pytest.mark.parametrize("count", [0, 1, 2, 17, 300, 1500])
def test_pairs_equal_brute_force(count, dimension, dtype):
    boxes = random_boxes(count, dimension, seed=count, dtype=dtype)
    pairs = masu.pairs(boxes)
    assert pairs.dtype == np.uint32 and pairs.shape[1] == 2
    assert (pairs[:, 0] < pairs[:, 1]).all()
    assert len(pair_set(pairs)) == len(pairs)
    assert pair_set(pairs) == brute_pairs(boxes)


# Few values, so that boxes touch and coincide; not-a-numbers and infinities among them.
coordinates = st.sampled_from([0.0, 1.0, 1.5, 2.0, 3.0, -0.0, np.inf, -np.inf, np.nan])


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(KINDS).flatmap(
        lambda kind: hnp.arrays(kind[1], st.tuples(st.integers(0, 30), st.just(2 * kind[0])), elements=coordinates)
    )
)
def test_odd_boxes_equal_brute_force(boxes):
    assert pair_set(masu.pairs(boxes)) == brute_pairs(boxes)
    both = masu.pairs_between(boxes[: len(boxes) // 2], boxes)
    assert pair_set(both) == pair_set(np.argwhere(overlaps(boxes[: len(boxes) // 2], boxes)))


@pytest.mark.parametrize("dimension, dtype", KINDS)
def test_layouts_give_equal_pairs(dimension, dtype):
    boxes = random_boxes(500, dimension, dtype=dtype)
    expected = masu.pairs(boxes)
    wide = np.full((1000, 2 * dimension + 3), np.nan, dtype)
    wide[::2, 1:-2] = boxes
    corners = np.stack([boxes[:, :dimension], boxes[:, dimension:]])
    in_place = [
        boxes.reshape(-1, 2, dimension),
        wide[::2, 1:-2],
        corners.transpose(1, 0, 2),
    ]
    for layout in in_place:
        np.testing.assert_array_equal(masu.pairs(layout, copy=False), expected)
    copied = [
        np.ascontiguousarray(corners[::-1]).transpose(1, 0, 2)[:, ::-1],
        np.asfortranarray(boxes),
        np.ascontiguousarray(boxes[::-1])[::-1],
        boxes.astype(boxes.dtype.newbyteorder()),
        np.repeat(boxes, 2, axis=1)[:, ::2],
        boxes.tolist(),
    ]
    for layout in copied:
        np.testing.assert_array_equal(masu.pairs(layout), expected)
        with pytest.raises(ValueError, match="copy"):
            masu.pairs(layout, copy=False)


def test_unaligned_and_read_only_boxes():
    boxes = random_boxes(200, 3)
    expected = masu.pairs(boxes)
    boxes.flags.writeable = False
    np.testing.assert_array_equal(masu.pairs(boxes, copy=False), expected)
    packed = np.zeros(200, [("tag", "u1"), ("box", "f8", 6)])
    packed["box"] = boxes
    unaligned = packed["box"]
    assert not unaligned.flags.aligned
    np.testing.assert_array_equal(masu.pairs(unaligned), expected)


def test_broadcast_rows_are_copied():
    same = np.broadcast_to(np.array([0.0, 0, 0, 1, 1, 1]), (20, 6))
    assert len(masu.pairs(same)) == 190
    with pytest.raises(ValueError, match="copy"):
        masu.pairs(same, copy=False)


def test_integers_become_float64():
    assert masu.pairs(np.array([[0, 0, 1, 1], [1, 1, 2, 2], [3, 3, 4, 4]])).tolist() == [[0, 1]]


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros(4),
        np.zeros((3, 5)),
        np.zeros((3, 3, 2)),
        np.zeros((3, 2, 4)),
        np.zeros(()),
        [],
        5,
        [[1, 2], [3]],
    ],
)
def test_wrong_shapes_are_refused(wrong):
    with pytest.raises((ValueError, TypeError), match="boxes"):
        masu.pairs(wrong)


@pytest.mark.parametrize("wrong", [np.zeros((2, 4), complex), [["a"] * 4], None, np.zeros((2, 4), "M8[s]")])
def test_wrong_types_are_refused(wrong):
    with pytest.raises(TypeError, match="boxes"):
        masu.pairs(wrong)


def test_between_takes_different_types():
    a, b = random_boxes(100, 2, seed=1, dtype=np.float32), random_boxes(120, 2, seed=2)
    expected = pair_set(np.argwhere(overlaps(a.astype(float), b)))
    assert pair_set(masu.pairs_between(a, b)) == expected
    with pytest.raises(ValueError, match="2D"):
        masu.pairs_between(a, random_boxes(3, 3))


def test_threads_do_not_change_the_result():
    boxes = random_boxes(20000, 3, side=30)
    expected = masu.pairs(boxes)
    for threads in (0, 2, 3):
        np.testing.assert_array_equal(masu.pairs(boxes, threads=threads), expected)
    with pytest.raises(ValueError, match="threads"):
        masu.pairs(boxes, threads=-1)


def test_period_wraps_around():
    boxes = [[0, 0, 1, 1], [9.5, 0, 10.5, 1]]
    assert len(masu.pairs(boxes)) == 0
    assert masu.pairs(boxes, period=[10, 0]).tolist() == [[0, 1]]
    with pytest.raises(masu.Error, match="range") as refused:
        masu.pairs(boxes, period=[-1, 0])
    assert refused.value.status == "out_of_range"


def test_the_result_owns_its_memory():
    pairs = masu.pairs(np.zeros((100, 4)))
    assert pairs.flags.writeable and pairs.flags.c_contiguous
    pairs[0] = 7
    assert type(pairs.base).__name__ == "PyCapsule"
