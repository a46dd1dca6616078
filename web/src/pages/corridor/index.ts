// SPDX-License-Identifier: MIT
// A ball that the user steers, and many that wander, among the walls of a map, which none passes.
import {eachFrame, FixedStep, MedianTime} from '../../shell/frames';
import {calm} from '../../shell/motion';
import type {Host, Running} from '../../shell/page';
import {Stage} from '../../shell/stage';
import {loadSteps} from '../../shell/steps';
import {onTheme} from '../../shell/theme';
import {Camera} from './camera';
import './corridor.css';
import {kSheet, packed, strokeOf} from './drawn';
import {Game} from './game';
import {WallLayer} from './layer';
import {Legend} from './legend';
import {isSeeded, listMaps} from './maps';
import {Panel, type Needs} from './panel';
import {Picture} from './picture';
import {settingsOf, type Settings} from './settings';
import {Steering} from './steer';

/** Frames per second of the map, and how many of them a picture may catch up. */
const kRate = 60;
const kMostSteps = 4;

export async function start(host: Host): Promise<Running> {
  const [steps, maps] = await Promise.all([loadSteps(), listMaps()]);
  const settings = settingsOf(host.state, maps.choices.map(([name]) => name));
  const {counters} = host;
  let game: Game | undefined;
  let layer: WallLayer | undefined;
  const clock = new FixedStep(1 / kRate, kMostSteps);
  const drawTime = new MedianTime();
  let dirty = true;
  let lastRequest = 0;
  // The last map and drawing that could be built.
  let lastMap = 'fractal_cave';
  let lastStrokes: Settings['strokes'] = [];
  // Whether all of the map is visible: then it stays so when the stage is resized.
  let whole = false;
  // Whether the user has chosen the view; it is noted when it rests.
  let byHand = false;
  let resting = 0;
  const drawing = () => settings.map === 'drawn' && settings.draw;

  const panel = new Panel(host.root, settings, isSeeded(settings.map), maps.choices, change, {
    pause: () => change({run: !settings.run}, 'picture'),
    step: () => {
      if (settings.run) change({run: false}, 'picture');
      frame();
      note();
    },
    fit: () => {
      change({follow: false}, 'picture');
      fit();
    },
    follow: () => {
      whole = false;
      camera.near(game?.ball?.radius);
    },
    undo: () => {
      const strokes = settings.strokes.slice(0, -1);
      change({strokes, draw: settings.draw || strokes.length === 0}, 'map');
    },
  });
  const trouble = document.createElement('p');
  trouble.className = 'error';
  trouble.setAttribute('role', 'alert');
  trouble.hidden = true;
  host.root.append(trouble);
  const stage = new Stage(host.root, () => {
    dirty = true;
    if (whole) fit();
  }, 'A map of walls with moving balls');
  const legend = new Legend(host.root);
  const camera = new Camera(() => stage);
  const picture = new Picture(camera);
  const steering = new Steering(stage, camera, {
    drawing,
    drawn: (points) => {
      const stroke = strokeOf(points);
      if (stroke === undefined) return;
      // One line makes a cave to play in; more may be added on request.
      const draw = settings.draw && settings.strokes.length > 0;
      change({strokes: [...settings.strokes, stroke], draw}, 'map');
    },
    moved: () => {
      dirty = true;
      whole = false;
      byHand = true;
      clearTimeout(resting);
      resting = window.setTimeout(note, 300);
    },
  });

  function change(changes: Partial<Settings>, needs: Needs): void {
    Object.assign(settings, changes);
    if (needs === 'map' || needs === 'balls') Object.assign(settings, {frame: 0, ball: undefined});
    const position = 'speed' in changes || 'size' in changes ? game?.ball?.position : undefined;
    if (needs === 'map' || game === undefined && needs === 'balls') {
      return void build(position, position === undefined);
    }
    if (needs === 'balls') game?.restart(settings);
    if (needs === 'boxes') game?.updateBoxes(settings);
    note();
  }

  // Builds the map again; the ball keeps its position if one is given.
  async function build(position: [number, number] | undefined, refit: boolean): Promise<void> {
    const request = ++lastRequest;
    let made: Game | undefined;
    let opening = false;
    try {
      const walls = await Game.walls(steps, settings);
      if (request !== lastRequest) return;
      opening = walls.ends.length > 0;
      if (opening) made = new Game(host.masu, steps, walls, settings, position);
    } catch (error) {
      // The module of steps holds one map, which is now another.
      if (opening) close();
      return request === lastRequest ? miss(error) : undefined;
    }
    trouble.hidden = true;
    lastMap = settings.map;
    lastStrokes = settings.strokes;
    close();
    if (made !== undefined) {
      const isCurrent = () => request === lastRequest;
      if (!await made.catchUp(settings, host.root, isCurrent) || !isCurrent()) return made.free();
      game = made;
      game.updateBoxes(settings);
      layer = new WallLayer(game.room);
    }
    if (refit) fit();
    if (refit && settings.follow && !drawing()) {
      whole = false;
      camera.near(game?.ball?.radius);
    }
    note();
  }

  function close(): void {
    game?.free();
    game = layer = undefined;
  }

  // The map is not available: back to the last one, or to a cave that needs no file.
  async function miss(error: unknown): Promise<void> {
    const missed = settings.map;
    const title = maps.choices.find(([name]) => name === settings.map)?.[1];
    const again = game === undefined && (settings.map !== lastMap || settings.strokes !== lastStrokes);
    settings.map = lastMap;
    settings.strokes = lastStrokes;
    if (again) await build(undefined, true);
    else note();
    const reason = error instanceof Error ? error.message : error;
    trouble.textContent = missed === 'drawn' ? `This drawing cannot be used (${reason}).`
      : `${title} could not be loaded (${reason}). Select it again to retry.`;
    trouble.hidden = false;
  }

  function fit(): void {
    const {room} = game ?? {};
    const sheet = settings.map === 'drawn' || room === undefined;
    whole = true;
    byHand = false;
    camera.fit(sheet ? {least: [0, 0], greatest: kSheet} : room.bounds);
    dirty = true;
  }

  // Writes what differs from the defaults into the address.
  function note(): void {
    const s = settings;
    panel.show(s, isSeeded(s.map));
    const frame = game?.crowd.frames ?? s.frame;
    const stopped = s.run || game?.ball?.moved !== true ? undefined : game.ball;
    const [x, y] = stopped?.from ?? [];
    const [dx, dy] = stopped?.requested ?? [];
    const unless = <V>(value: V, usual: V) => (value === usual ? undefined : value);
    host.remember({
      map: unless(s.map, 'fractal_cave'), walls: unless(s.walls, 3000), seed: unless(s.seed, 1),
      balls: unless(s.balls, 200), speed: unless(s.speed, 0.5), size: unless(s.size, 100),
      response: unless(s.response, 'bounce'), show: unless(s.show, 'tree'), k: unless(s.k, 16),
      view: byHand ? camera.settle() : undefined,
      follow: s.follow ? undefined : 0, run: s.run ? (calm() ? 1 : undefined) : 0, roam: s.roam ? undefined : 0,
      cave: s.map === 'drawn' ? packed(s.strokes) : undefined,
      frame: s.run ? undefined : unless(frame, 0), x, y, dx, dy,
    });
    dirty = true;
  }

  function frame(): void {
    if (game === undefined) return;
    const steered = game.ball && steering.displacementFrom(game.ball.position, game.step);
    if (steered !== undefined && settings.roam) change({roam: false}, 'picture');
    game.move(settings, steered);
    dirty = true;
  }

  function draw(): void {
    const context = stage.begin();
    if (settings.follow && !drawing() && game?.ball !== undefined) [camera.x, camera.y] = game.ball.position;
    if (game !== undefined && layer !== undefined) {
      const {ball, room} = game;
      layer.draw(context, camera, stage.width, stage.height);
      if (settings.show !== 'none' && ball) {
        picture.boxes(context, game.boxes, ball.path.nodes, stage.width, stage.height);
      }
      picture.crowd(context, game.crowd, stage.width, stage.height);
      if (ball !== undefined) {
        if (settings.show !== 'none') picture.walls(context, room, ball.path.measured, 'focus', 3);
        picture.walls(context, room, ball.path.contacts.map(({wall}) => wall), 'cell', 5);
        picture.path(context, ball.from, ball.path);
        picture.ball(context, ball.position, ball.radius, steering.goal);
      }
    }
    if (drawing()) picture.sheet(context, kSheet, game === undefined ? 'Draw a closed line: the wall of a cave' : '');
    picture.line(context, steering.line);
    legend.show(settings.show, hint());
  }

  function hint(): string {
    if (settings.map === 'drawn') {
      if (drawing()) return 'Each line closes automatically; a line inside another is an island. ';
      if (game?.ball === undefined) return 'There is no space for a ball: undo the line and draw a wider cave. ';
    }
    const groups = settings.show === 'groups' && game !== undefined
      ? `${game.boxes.length} groups in ${game.runs} monotone runs. ` : '';
    const more = maps.freedoom ? '' : 'No maps of Freedoom are installed: ./masu.sh play installs them. ';
    return `${groups}Steer with the arrow keys, with W A S D or by dragging; zoom with the wheel or by pinching. ${more}`;
  }

  function count(): void {
    const crowd = game?.crowd;
    counters.set('frame', crowd?.frames ?? 0);
    counters.set('objects', (crowd?.count ?? 0) + (game?.ball === undefined ? 0 : 1));
    counters.set('walls', game?.room.corridor.wallCount ?? 0);
    counters.set('tests', game?.work.tests ?? 0, 'walls');
    counters.set('pairs', game?.work.contacts ?? 0, 'touched');
    counters.set('so far', crowd?.touched ?? 0);
    counters.set('us', Math.round(crowd?.time.microseconds ?? 0), 'µs');
    counters.set('drawing', Math.round(drawTime.microseconds), 'µs');
    counters.set('outside', game?.outside(!settings.run) ?? 0);
    // For tests, while nothing moves: all positions, the ball's, and its path step by step.
    const {dataset} = stage.canvas;
    dataset.hash = settings.run ? '' : crowd?.hash() ?? '';
    dataset.ball = settings.run ? '' : String(game?.ball?.position ?? '');
    dataset.end = settings.run ? '' : String(game?.ball?.path.end ?? '');
  }

  const {view} = settings;
  await build(undefined, true);
  if (view !== undefined) {
    camera.show(view);
    whole = false;
    byHand = true;
    note();
  }
  const ends = [
    onTheme(() => {
      layer?.forget();
      picture.forget();
      dirty = true;
    }),
    eachFrame((seconds) => {
      for (let due = settings.run ? clock.due(seconds) : 0; due > 0; --due) frame();
      if (!dirty && steering.line.length === 0) return;
      dirty = false;
      drawTime.of(draw);
      count();
    }),
  ];
  return {
    stop() {
      ++lastRequest;
      for (const end of ends) end();
      clearTimeout(resting);
      steering.stop();
      stage.stop();
      game?.free();
    },
  };
}
