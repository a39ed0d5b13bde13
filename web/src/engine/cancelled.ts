// What was given up: an error that is no trouble, on whichever side of a worker it is heard of.

import { Coded, type Told } from '../coded';

/** A question was given up, by `cancel` or because another one was asked. */
export class Cancelled extends Coded {
  constructor() {
    super({ code: CANCELLED, where: {}, values: [], message: '' });
  }
}

const CANCELLED = 'cancelled';

/** The error that a worker told of. */
export const errorOf = (told: Told): Coded => (told.code === CANCELLED ? new Cancelled() : new Coded(told));
