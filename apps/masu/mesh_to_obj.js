// SPDX-License-Identifier: MIT
// node mesh_to_obj.js PACKAGE: writes an npm mesh package (positions, and cells of 0-based indices)
// as OBJ to standard output.
'use strict';
const path = require('path');

const mesh = require(path.resolve(process.argv[2]));
const lines = mesh.positions.map((p) => `v ${p.join(' ')}`);
for (const cell of mesh.cells) lines.push(`f ${cell.map((i) => i + 1).join(' ')}`);
process.stdout.write(lines.join('\n') + '\n');
