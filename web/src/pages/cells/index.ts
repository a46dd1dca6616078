// SPDX-License-Identifier: MIT
import {catchUp} from '../../shell/catch_up';
import type {Host, Running} from '../../shell/page';
import {loadSteps} from '../../shell/steps';
import {hasWebGL, showNoWebGL} from '../../shell/webgl';
import {editsOf, type Edit} from './edits';
import {CellsPage} from './page';
import {MovingScene} from './scene';
import {defaults, settingsOf, stateOf, type Settings} from './settings';
import './style.css';

export async function start(host: Host): Promise<Running> {
  const steps = await loadSteps();
  let page: CellsPage | undefined;
  // Only the last one requested is shown.
  let lastRequest = 0;
  const show = async (settings: Settings, edits: Edit[]) => {
    const request = ++lastRequest;
    if (settings.dimension === 3 && !hasWebGL()) {
      page?.stop();
      page = undefined;
      const flat = defaults(2);
      return showNoWebGL(host.root, () => {
        host.remember({...stateOf(settings, []), ...stateOf(flat, [])});
        void show(flat, []);
      });
    }
    // three is loaded with the first 3D picture.
    const space = settings.dimension === 3 ? (await import('./space')).Space : undefined;
    if (request !== lastRequest) return;
    page?.stop();
    page = undefined;
    host.root.replaceChildren();
    const scene = new MovingScene(steps, settings, edits);
    const isCurrent = () => request === lastRequest;
    if (!await catchUp(host.root, settings.frame, (frame) => scene.goTo(frame), isCurrent) || !isCurrent()) return;
    page = new CellsPage(host, steps, settings, scene, space, (other) => void show(other, []));
  };
  const settings = settingsOf(host.state);
  await show(settings, editsOf(host.state['e'] ?? '', settings.dimension));
  return {
    stop() {
      ++lastRequest;
      page?.stop();
    },
  };
}
