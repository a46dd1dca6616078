// A user's program: all entries, on the page and in a worker.
import {circle, init} from 'masu';
import {init as init2} from 'masu/2d';
import {init as init3, sphere} from 'masu/3d';
import {init as initBoxes} from 'masu/boxes';

function touching(masu, shape, dimension) {
  const world = masu.world({dimension});
  for (const x of [0, 1, 9]) world.add(shape(1), [x, 0, 0].slice(0, dimension));
  world.update();
  return world.pairs().length;
}
const pairs = (masu) => [...masu.finder({dimension: 2}).findPairs([0, 0, 2, 2, 1, 1, 3, 3, 9, 9, 9, 9])];

function fromWorker() {
  const worker = new Worker(new URL('./worker.js', import.meta.url), {type: 'module'});
  return new Promise((resolve, reject) => {
    worker.onmessage = ({data}) => resolve(data);
    worker.onerror = ({message}) => reject(new Error(`worker: ${message}`));
  });
}

async function main() {
  const masu = await init();
  return {
    whole: [touching(masu, circle, 2), touching(masu, sphere, 3), pairs(masu)],
    flat: touching(await init2(), circle, 2),
    solid: touching(await init3(), sphere, 3),
    boxes: pairs(await initBoxes()),
    worker: await fromWorker(),
  };
}

main().then((result) => (document.title = JSON.stringify(result)), (error) => (document.title = String(error)));
