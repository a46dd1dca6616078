// SPDX-License-Identifier: MIT
// Stored times of the questions that an index answers one by one.

/** The table of docs/decisions/0022-wasm.md: a test compares them. */
const kRows = [
  ['', 'masu', 'masu/boxes', 'Flatbush'],
  ['build', '5.4 ms', '15.9 ms', '18.3 ms'],
  ['8 nearest', '2.4 µs', '3.7 µs', '5.4 µs'],
  ['window of 12', '1.36 µs', '2.08 µs', '2.52 µs'],
  ['window of 200', '4.6 µs', '7.6 µs', '9.4 µs'],
] as const;

export function searchTable(): HTMLElement {
  const around = document.createElement('div');
  around.className = 'results searches';
  const title = document.createElement('h2');
  title.textContent = 'Stored: windows and neighbors';
  const table = document.createElement('table');
  kRows.forEach((row, at) => {
    const line = table.insertRow();
    row.forEach((text, column) => {
      const cell = document.createElement(at === 0 || column === 0 ? 'th' : 'td');
      cell.textContent = text;
      line.append(cell);
    });
  });
  const note = document.createElement('p');
  note.textContent = 'An index of 100,000 boxes that do not move, Node.js: how long it takes to build, and to answer one question. ' +
    'Windows of 12 or 200 boxes, and the 8 boxes nearest to a point. The answers are equal.';
  around.append(title, table, note);
  return around;
}
