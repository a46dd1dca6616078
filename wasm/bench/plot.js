// SPDX-License-Identifier: MIT
// Charts the time of a frame over the number of objects, both logarithmic, as SVG; our lines are
// bold.

const kBox = {left: 70, right: 640, top: 50, bottom: 500};
const kColours = ['#d2342b', '#3a6ea5', '#1d8a4e', '#b0700a', '#7a4fd0', '#0e8c93', '#c0438e', '#7a6a4f', '#6b7f12', '#5b6b86'];
const kUnits = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

/** @param {{name: string, n: number, ms: number, failed?: string}[]} rows @param {string} title */
export function svgOf(rows, title) {
  const measured = rows.filter(({failed}) => failed === undefined);
  const across = scale(measured.map(({n}) => n), kBox.left, kBox.right);
  const up = scale(measured.map(({ms}) => 1e6 * ms), kBox.bottom, kBox.top);
  const names = [...new Set(measured.map(({name}) => name))];
  const ends = names.map((name, k) => {
    const points = measured.filter((row) => row.name === name).map(({n, ms}) => [across(n), up(1e6 * ms)]);
    return {name, points, colour: kColours[k % kColours.length], y: points.at(-1)[1]};
  }).sort((a, b) => a.y - b.y);
  // Labels at the ends of the lines, without overlaps.
  ends.forEach((end, k) => { if (k > 0) end.y = Math.max(end.y, ends[k - 1].y + 16); });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 550" width="840" height="550" font-family="sans-serif" font-size="13">',
    text(kBox.left, 28, title, 'font-weight="bold"'),
    ...decades(measured.map(({n}) => n)).map((n) =>
      line(across(n), kBox.top, across(n), kBox.bottom) +
      text(across(n), kBox.bottom + 20, n.toLocaleString('en'), 'text-anchor="middle"')),
    ...decades(measured.map(({ms}) => 1e6 * ms)).map((ns) =>
      line(kBox.left, up(ns), kBox.right, up(ns)) + text(kBox.left - 8, up(ns) + 4, duration(ns), 'text-anchor="end"')),
    text(kBox.right, kBox.bottom + 40, 'objects', 'text-anchor="end"'),
    ...ends.map((end) => drawn(end)),
    '</svg>\n',
  ].join('\n');
}

function drawn({name, points, colour, y}) {
  const width = name.startsWith('masu:') ? 3.5 : 1.5;
  const coordinates = points.map((point) => point.map((x) => x.toFixed(1)).join(',')).join(' ');
  const dots = points.map(([x, y]) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3" fill="${colour}"/>`);
  return `<polyline points="${coordinates}" fill="none" stroke="${colour}" stroke-width="${width}"/>${dots.join('')}` +
    `<text x="${kBox.right + 14}" y="${(y + 4).toFixed(1)}" fill="${colour}">${name}</text>`;
}

function scale(values, from, to) {
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  return (x) => from + ((to - from) * (Math.log(x) - low)) / (high - low || 1);
}

function decades(values) {
  const found = [];
  for (let x = 10 ** Math.ceil(Math.log10(Math.min(...values))); x <= Math.max(...values); x *= 10) found.push(x);
  return found;
}

function duration(ns) {
  const [one, unit] = kUnits.find(([least]) => ns >= least) ?? kUnits.at(-1);
  return `${ns / one} ${unit}`;
}

const line = (x1, y1, x2, y2) =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#808080" stroke-opacity="0.3"/>`;
const text = (x, y, words, more) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="#808080" ${more}>${words}</text>`;
