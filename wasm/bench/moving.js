// SPDX-License-Identifier: MIT
// All boxes move each frame, and all pairs are wanted: this library against those of npm, in one
// process, in turn, the sets of pairs held against each other. `./masu.sh bench wasm` runs it.
import {init} from 'masu';
import {System} from 'detect-collisions';
import Flatbush from 'flatbush';
import RBush from 'rbush';

const kSizes = (process.argv[2] ?? '1000,10000,100000').split(',').map(Number);
const kFrames = Number(process.argv[3] ?? 20);
const masu = await init();

// As wide as their number is large. Places are whole 1024ths and sides odd 2048ths: exact in floats,
// and no two boxes touch without overlap, of which the libraries think differently.
const grid = (x) => Math.round(x * 1024) / 1024;
class Field {
  constructor(n) {
    this.n = n;
    this.side = Math.sqrt(n);
    this.state = 12345;
    this.boxes = new Float32Array(4 * n);
    this.speed = new Float32Array(2 * n);
    for (let i = 0; i < n; ++i) {
      const [x, y] = [grid(this.random() * this.side), grid(this.random() * this.side)];
      const [w, h] = [0, 0].map(() => 0.5 + grid(this.random()) + 1 / 2048);
      this.boxes.set([x, y, x + w, y + h], 4 * i);
      this.speed.set([grid(this.random() / 10 - 0.05), grid(this.random() / 10 - 0.05)], 2 * i);
    }
  }
  random() {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return this.state / 2 ** 32;
  }
  step() {
    const {boxes, speed} = this;
    for (let i = 0; i < this.n; ++i) {
      for (let a = 0; a < 2; ++a) {
        if (boxes[4 * i + a] < 0 || boxes[4 * i + a] > this.side) speed[2 * i + a] *= -1;
        boxes[4 * i + a] += speed[2 * i + a];
        boxes[4 * i + a + 2] += speed[2 * i + a];
      }
    }
  }
}

// Order does not count: pairs as a sum of mixed words, and their number.
class Pairs {
  count = 0;
  sum = 0;
  add(a, b) {
    const [low, high] = a < b ? [a, b] : [b, a];
    const mixed = Math.imul(Math.imul(low, 0x9e3779b1) ^ high, 0x85ebca6b);
    this.count += 1;
    this.sum = (this.sum + (mixed ^ (mixed >>> 15))) | 0;
  }
}

// Each gives a function that finds the pairs of the field as it is now.
const peers = {
  masu_finder(field) {
    const memory = masu.allocate(Float32Array, field.boxes.length);
    const finder = masu.finder({dimension: 2});
    return (pairs) => {
      memory.view.set(field.boxes);
      const found = finder.findPairs(memory.view);
      for (let k = 0; k < found.length; k += 2) pairs.add(found[k], found[k + 1]);
    };
  },
  rbush(field) {
    const tree = new RBush();
    const items = Array.from({length: field.n}, (_, id) => ({minX: 0, minY: 0, maxX: 0, maxY: 0, id}));
    return (pairs) => {
      const {boxes} = field;
      items.forEach((item, i) => {
        item.minX = boxes[4 * i];
        item.minY = boxes[4 * i + 1];
        item.maxX = boxes[4 * i + 2];
        item.maxY = boxes[4 * i + 3];
      });
      tree.clear().load(items);
      for (const item of items) {
        for (const other of tree.search(item)) if (item.id < other.id) pairs.add(item.id, other.id);
      }
    };
  },
  flatbush(field) {
    return (pairs) => {
      const {boxes, n} = field;
      const tree = new Flatbush(n, 16, Float32Array);
      for (let i = 0; i < n; ++i) {
        tree.add(boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]);
      }
      tree.finish();
      for (let i = 0; i < n; ++i) {
        tree.search(boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3], (j) => {
          if (i < j) pairs.add(i, j);
          return false;
        });
      }
    };
  },
  detect_collisions(field) {
    const system = new System();
    const bodies = Array.from({length: field.n}, (_, i) => {
      const [x, y, right, top] = field.boxes.subarray(4 * i, 4 * i + 4);
      const body = system.createBox({x, y}, right - x, top - y);
      body.id = i;
      return body;
    });
    return (pairs) => {
      const {boxes} = field;
      bodies.forEach((body, i) => body.setPosition(boxes[4 * i], boxes[4 * i + 1], false));
      system.update();
      system.checkAll(({a, b}) => {
        if (a.id < b.id) pairs.add(a.id, b.id);
      });
    };
  },
};

for (const n of kSizes) {
  const field = new Field(n);
  const finders = Object.entries(peers).map(([name, make]) => ({name, find: make(field), ms: []}));
  let pairs = 0;
  for (let frame = 0; frame <= kFrames; ++frame) {
    field.step();
    const found = finders.map((finder) => {
      const answer = new Pairs();
      const begin = process.cpuUsage();
      finder.find(answer);
      const {user, system} = process.cpuUsage(begin);
      if (frame > 0) finder.ms.push((user + system) / 1000);
      return answer;
    });
    for (const {count, sum} of found) {
      if (count !== found[0].count || sum !== found[0].sum) {
        throw new Error(`other pairs: ${JSON.stringify(found)} of ${finders.map((f) => f.name)}`);
      }
    }
    pairs = found[0].count;
  }
  const median = (times) => times.sort((x, y) => x - y)[times.length >> 1];
  const ours = median(finders[0].ms);
  console.log(`${n} boxes, ${pairs} pairs, the same ones from all; processor time of a frame`);
  for (const {name, ms} of finders) {
    const time = median(ms);
    console.log(`  ${name.padEnd(18)} ${time.toFixed(2).padStart(9)} ms  ${(time / ours).toFixed(1)}x`);
  }
}
