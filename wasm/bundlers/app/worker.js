import {init} from 'masu/boxes';

init().then((masu) => {
  const index = masu.boxIndex({dimension: 3});
  index.build([0, 0, 0, 1, 1, 1, 5, 5, 5, 6, 6, 6]);
  postMessage([...index.overlapping({min: [0.5, 0.5, 0.5], max: [2, 2, 2]})]);
});
