// SPDX-License-Identifier: MIT
// The public functions, methods and properties of the package, from what it exports and from its
// declarations, so that none can be forgotten.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

const kHead = /^export (?:declare )?(?:abstract )?(class|interface) (\w+)(?: extends (\w+))?/;
const kExport = /^export (?:type )?\{(.*)\} from/;
const kMember = /^    (private |protected )?(?:readonly |abstract )*(get |set )?(\w+|\[Symbol\.\w+\])\??(<.*?>)?(\(|:)/;

const withoutParameters = (line) => {
  const shorter = line.replace(/<[^<>]*>/g, '');
  return shorter === line ? line : withoutParameters(shorter);
};

/**
 * Returns the classes and interfaces of all declarations: their bases, members, methods, and
 * whether a door exports them.
 */
function typesIn(folder) {
  const types = new Map();
  const exported = new Set();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.d.ts'))) {
    let type;
    let internal = false;
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      for (const name of kExport.exec(line)?.[1].split(/[\s,]+/) ?? []) exported.add(name);
      const [, word, name, base] = kHead.exec(withoutParameters(line)) ?? [];
      if (name !== undefined) {
        type = types.get(name) ?? {members: new Set(), methods: new Set()};
        types.set(name, type);
        if (word === 'class') Object.assign(type, {isClass: true, base});
      } else if (line === '}') {
        type = undefined;
      } else if (line.startsWith('    /**')) {
        internal = false;
      }
      internal ||= line.includes('@internal');
      const [, hidden, , member, , after] = (type !== undefined && kMember.exec(line)) || [];
      if (member === undefined) continue;
      if (!hidden && !internal && member !== 'constructor') {
        type.members.add(member);
        if (after === '(') type.methods.add(member);
      }
      internal = false;
    }
  }
  for (const [name, type] of types) type.exported = exported.has(name);
  return types;
}

/**
 * Returns names as 'circle', 'World.add': what `library` exports, and the members of its classes
 * with those that they inherit. Methods of interfaces are those of objects that callbacks get.
 */
export function declaredIn(folder, library) {
  const types = typesIn(folder);
  const names = [];
  for (const [name, value] of Object.entries(library)) {
    if (typeof value === 'function' && !types.has(name)) names.push(name);
  }
  for (const [name, {isClass, exported, methods}] of types) {
    if (isClass ? !(name in library) : !exported) continue;
    const members = new Set(isClass ? [] : methods);
    for (let of = name; isClass && of !== undefined; of = types.get(of)?.base) {
      for (const member of types.get(of)?.members ?? []) members.add(member);
    }
    for (const member of members) names.push(`${name}.${member}`);
  }
  return names;
}
