// Asks the pathfinding service of xunlu, from Node and from browsers.

export { Xunlu, type Options } from "./client.js";
export { Refusal } from "./refusal.js";
export type { components, operations } from "./generated/schema.js";
export type { Body, Told, WatchEvent, Wish } from "./told.js";
