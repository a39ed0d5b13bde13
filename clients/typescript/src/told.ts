// What is said to the service and by it, as its OpenAPI document has it.

import type { operations } from "./generated/schema.js";

type Json<Said> = Said extends { content: { "application/json": infer Own } } ? Own : never;

/** What is asked by an operation. */
export type Body<Name extends keyof operations> = operations[Name] extends { requestBody: infer Asked }
  ? Json<Asked>
  : never;

/** What is answered to it. */
export type Told<Name extends keyof operations> = Json<operations[Name]["responses"][200]>;

/** How long somebody waits. */
export type Patience = {
  /** How long it may take in all, in milliseconds; the service is told, and gives up in time. */
  readonly time?: number;
  /** Who is no longer interested aborts it. */
  readonly signal?: AbortSignal;
};

/** What else is wished of a call, by the names that the document has for it. */
export type Wish<Name extends string> = Patience & { readonly [Own in Name]?: string };

/** A call as the client sends it. */
export type Called = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly file?: BodyInit;
  /** Whether the service is told how long it may take. */
  readonly tellsTime?: boolean;
  readonly wish: Patience & { readonly id?: string };
};

/** What happens to something that is watched. Where paths are watched, `path` is its place among them. */
export type WatchEvent =
  | {
      /** It is watched from this revision on; or it is, but some changes before are not kept; or it changed. */
      readonly kind: "watching" | "anew" | "changed";
      readonly revision: string;
      /** A digest of all changes in their order. */
      readonly chain: string;
      readonly path?: number;
    }
  | {
      readonly kind: "broken";
      readonly revision: string;
      /** The first of the path's steps that is broken. */
      readonly step: number;
      readonly why: "gone" | "more-expensive";
      readonly path?: number;
    }
  | {
      /** Nothing more comes. */
      readonly kind: "refused";
      readonly code: string;
      readonly detail: string;
      readonly path?: number;
    };
