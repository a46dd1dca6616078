// SPDX-License-Identifier: MIT
// The start page: one scroll from a dozen boxes to a hundred thousand, and on to the free pages.
import './story.css';
import type {Host, Running} from '../../shell/page';
import {loadSteps} from '../../shell/steps';
import {onTheme} from '../../shell/theme';
import {methods} from '../sorting/methods';
import {Boxes} from './boxes';
import {CrowdPart, element, EndPart, MethodPart, SamePart, StartPart, type Part} from './chapters';
import type {Language} from './sentences';
import {words} from './words';

/** From the address, after the # or before it; else the first language of the browser. */
function languageOf(host: Host): Language {
  const asked = host.state.lang ?? new URLSearchParams(location.search).get('lang') ?? navigator.language;
  return asked.startsWith('ja') ? 'ja' : 'en';
}

export async function start(host: Host): Promise<Running> {
  const {root, heading, masu} = host;
  const steps = await loadSteps();
  const boxes = new Boxes(steps);
  let language = languageOf(host);

  const hero = element('section', 'hero', root);
  const start = element('div', 'words', hero);
  const lines = element('div', 'text', start);
  const figure = element('figure', '', hero);
  const parts: Part[] = [new StartPart(figure, start, boxes)];
  const other = element('button', 'language', start);
  other.type = 'button';
  other.name = 'language';
  methods.forEach((_, k) => parts.push(new MethodPart(root, k, boxes)));
  parts.push(
    new SamePart(root, boxes), new CrowdPart(root, 'ten', masu, steps, 10_000),
    new CrowdPart(root, 'hundred', masu, steps, 100_000), new EndPart(root));

  const speak = () => {
    const {title, start: text, other: name} = words[language];
    root.lang = heading.lang = language;
    heading.textContent = title;
    lines.replaceChildren(...text.map((line) => {
      const p = document.createElement('p');
      p.textContent = line;
      return p;
    }));
    other.textContent = name;
    other.lang = language === 'en' ? 'ja' : 'en';
    for (const part of parts) part.speak(language);
  };
  other.addEventListener('click', () => {
    language = language === 'en' ? 'ja' : 'en';
    host.remember({lang: language});
    speak();
  });
  boxes.onMove(() => {
    for (const part of parts) part.moved?.();
  });
  speak();
  const stopTheme = onTheme(() => {
    for (const part of parts) part.draw?.();
  });
  return {
    stop() {
      stopTheme();
      for (const part of parts) part.stop?.();
    },
  };
}
