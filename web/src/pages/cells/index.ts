// SPDX-License-Identifier: MIT
import type {Host, Running} from '../../shell/page';
import {loadSteps} from '../../shell/steps';
import {editsOf, type Edit} from './edits';
import {CellsPage} from './page';
import {settingsOf, type Settings} from './settings';
import './style.css';

export async function start(host: Host): Promise<Running> {
  const steps = await loadSteps();
  let page: CellsPage | undefined;
  let stopped = false;
  const show = async (settings: Settings, edits: Edit[]) => {
    // three comes with the first picture of space.
    const space = settings.dimension === 3 ? (await import('./space')).Space : undefined;
    if (stopped) return;
    page?.stop();
    page = new CellsPage(host, steps, settings, edits, space, (other) => void show(other, []));
  };
  const settings = settingsOf(host.state);
  await show(settings, editsOf(host.state['e'] ?? '', settings.dimension));
  return {
    stop() {
      stopped = true;
      page?.stop();
    },
  };
}
