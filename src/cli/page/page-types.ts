import type { JsonObject } from '@service/sdk/model';

/** What a page is given with its document. A part that is absent is not offered. */
export interface PageSettings {
  /** Heading, and title of the window. */
  readonly title: string;
  /** Address of the MCP endpoint; absent while `events` tell it. */
  readonly server?: string;
  /** Path of ours by which requests go to the server; without it the page asks the server itself. */
  readonly forward?: string;
  /** Path that tells what happens to the server, an event a line. */
  readonly events?: string;
  /** Path that counts what a list of tools costs a model. */
  readonly costs?: string;
  /** Path that finds positions of a widget in the sources. */
  readonly places?: string;
  /** Origin of the sandbox that widgets are shown in; without it they are not. */
  readonly sandbox?: string;
}

/** What became of the sources at a place. */
export interface PageFinding {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  /** `src/main.ts:3:7` */
  readonly place?: string;
  readonly hint?: string;
}

/** A position in a widget's document. */
export interface WidgetPosition {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Positions of one document that are looked up in the sources. */
export interface PlacesRequest {
  readonly tool: string;
  /** SHA-256 of the document. */
  readonly hash: string;
  readonly positions: readonly WidgetPosition[];
}

/** Positions of one request. */
export const maxPlaces = 100;

/** `src/chart.widget.ts:3:7` for each position, in their order; null where the sources say nothing of it. */
export interface PlacesAnswer {
  readonly places: readonly (string | null)[];
}

/** What the page is told, an object a line. */
export type PageEvent =
  | { readonly kind: 'server'; readonly state: 'building' | 'serving' | 'failed' | 'ended'; readonly url?: string; readonly took?: number }
  /** A widget that the next server will have. */
  | { readonly kind: 'widget'; readonly tool: string; readonly html: string; readonly csp: JsonObject }
  | { readonly kind: 'line'; readonly text: string; readonly time: number }
  | { readonly kind: 'findings'; readonly findings: readonly PageFinding[] };

/** Header that carries the token of the page: no other origin can send it without being asked first. */
export const tokenHeader = 'x-service-page';

/** Header that names the address which a request is for. */
export const addressHeader = 'x-service-address';
