// SPDX-License-Identifier: MIT
// The BSP tree as quicksort: a row for each depth, an interval for each plane, from the root down.
import {label, type Sheet} from './lists';
import {orderColour} from './paint';

export function drawPlanes(sheet: Sheet): void {
  const {c, area, replay, colours} = sheet;
  const {planes: nodes, spans, rank, order} = replay.run;
  const shown = replay.planes.length;
  const rows = 1 + Math.max(0, ...nodes.map(({depth}) => depth));
  const row = (area.height - 16) / rows;
  const edges = Math.max(1, spans[0]?.size ?? 1);
  const unit = area.width / edges;
  const high = Math.max(1, row - (row > 5 ? 2 : 0.5));
  const last = Math.max(1, order.length - 1);
  const looking = new Set(replay.searching ? replay.objects : []);
  label(sheet, sheet.captions.planes, area.x, area.y);
  nodes.forEach(({depth, boxes}, k) => {
    const {parent, start, own, size} = spans[k]!;
    const y = area.y + 14 + depth * row;
    // Parts of divided ones that are not divided yet.
    const divided = k < shown;
    if (!divided && parent >= shown) return;
    c.fillStyle = divided ? orderColour((start + size / 2) / edges, 0.3) : colours.line;
    c.fillRect(area.x + start * unit + 0.5, y, Math.max(0.8, size * unit - 1), high);
    if (!divided) return;
    boxes.forEach((object, i) => {
      c.fillStyle = orderColour(rank[object]! / last);
      c.fillRect(area.x + (own + i) * unit, y, Math.max(1.2, unit), high);
      if (!looking.has(object)) return;
      c.strokeStyle = replay.hit ? colours.hit : colours.candidate;
      c.lineWidth = 2.5;
      c.strokeRect(area.x + (own + i) * unit - 1.5, y - 1, Math.max(4, unit + 3), high + 2);
    });
    if (k !== shown - 1 || replay.searching) return;
    c.strokeStyle = colours.candidate;
    c.lineWidth = 2.5;
    c.strokeRect(area.x + start * unit, y - 1, Math.max(3, size * unit), high + 2);
  });
}
