// SPDX-License-Identifier: MIT
// A map, the ball, the crowd: made from the settings, and moved frame by frame.
import type {Masu} from 'masu';
import {catchUp} from '../../shell/catch_up';
import type {Steps} from '../../shell/steps';
import {Ball} from './ball';
import {Crowd, type Work} from './crowd';
import {loadWalls, type Walls} from './maps';
import {Room, type WallBox} from './room';
import type {Settings} from './settings';

export class Game {
  readonly room: Room;
  /** Undefined: the map has no space for it. */
  readonly ball: Ball | undefined;
  crowd: Crowd;
  boxes: WallBox[] = [];
  /** The number of runs of the paper's groups. */
  runs = 0;
  /** Of the last frame. */
  work: Work = {contacts: 0, tests: 0};
  private readonly radius: number;
  private readonly speed: number;

  constructor(
    private readonly masu: Masu, private readonly steps: Steps, readonly walls: Walls,
    settings: Settings, position: [number, number] | undefined = settings.ball?.from,
  ) {
    this.radius = (walls.radius * settings.size) / 100;
    this.speed = settings.speed * this.radius;
    this.room = new Room(masu, steps, walls, this.radius + this.speed);
    this.updateBoxes(settings);
    const free = position ?? this.mostCentral(this.room.positions(40, this.radius, settings.seed + 1));
    if (free !== undefined) {
      this.ball = new Ball(this.room, free, this.radius, this.speed, settings.show === 'groups');
      this.ball.moved = position !== undefined;
    }
    this.crowd = this.crowdOf(settings);
  }

  /** Advances to the frame in the address. False: it is not wanted any more. */
  async catchUp(settings: Settings, root: HTMLElement, isCurrent: () => boolean): Promise<boolean> {
    const {crowd, ball} = this;
    const completed = await catchUp(root, settings.frame, (frame) => {
      while (crowd.frames < frame) this.work = crowd.move(settings.response);
    }, isCurrent);
    if (completed && settings.ball !== undefined && ball !== undefined) {
      this.add(ball.again(
        settings.ball.displacement, settings.roam, settings.response, settings.show === 'groups'));
    }
    return completed;
  }

  /** Returns all walls of a map from any source. */
  static walls(steps: Steps, s: Settings): Promise<Walls> {
    return loadWalls(steps, s.map, s.walls, s.seed, s.strokes);
  }

  /** Shows other boxes. */
  updateBoxes(settings: Settings): void {
    this.boxes = [];
    if (settings.show === 'tree') this.boxes = this.room.treeBoxes();
    if (settings.show === 'groups') ({boxes: this.boxes, runs: this.runs} = this.room.groups(settings.k));
    this.ball?.retest(settings.response, settings.show === 'groups');
  }

  /** Restarts the crowd. */
  restart(settings: Settings): void {
    this.crowd.free();
    this.crowd = this.crowdOf(settings);
  }

  move(settings: Settings, steered: readonly [number, number] | undefined): void {
    this.work = this.crowd.move(settings.response);
    const groups = settings.show === 'groups';
    if (this.ball) this.add(this.ball.move(steered, settings.roam, settings.response, groups));
  }

  /** Returns how many of the crowd and the ball are outside; NaN if the map cannot tell. */
  outside(all: boolean): number {
    const ball = this.ball === undefined || !this.room.closed ? 0 : this.room.outside(this.ball.position);
    return this.crowd.outside(all) + ball;
  }

  /** The displacement of the ball per frame. */
  get step(): number {
    return this.speed;
  }

  free(): void {
    this.crowd.free();
    this.ball?.free();
    this.room.free();
  }

  private crowdOf(settings: Settings): Crowd {
    const positions = this.room.positions(settings.balls, this.radius, settings.seed);
    return new Crowd(
      this.masu, this.steps, this.room, positions, this.radius, this.speed, settings.seed);
  }

  private add({contacts, tests}: Work): void {
    this.work = {contacts: this.work.contacts + contacts, tests: this.work.tests + tests};
  }

  // Returns the position nearest to the center of the map.
  private mostCentral(positions: Float64Array): [number, number] | undefined {
    const {least, greatest} = this.room.bounds;
    let best: [number, number] | undefined;
    let near = Infinity;
    for (let i = 0; i < positions.length; i += 2) {
      const far = Math.hypot(
        positions[i]! - (least[0] + greatest[0]) / 2, positions[i + 1]! - (least[1] + greatest[1]) / 2);
      if (far < near) [near, best] = [far, [positions[i]!, positions[i + 1]!]];
    }
    return best;
  }
}
