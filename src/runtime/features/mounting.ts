import type { AnyClass } from '../define/index.ts';
import type { HttpSettings } from '../http/http-settings.ts';
import type { Application } from './application.ts';

/** A server of several endpoints: what is declared for each, and how the running parts become one. */
export interface Mounting {
  /** The server without the parts that have an endpoint of their own. */
  readonly front: AnyClass;
  /** False: nothing is left for an endpoint of the server's own. */
  readonly servesFront: boolean;
  readonly scopes: readonly { readonly id: string; readonly server: AnyClass }[];
  readonly join: (front: Application, scopes: readonly MountedScope[]) => Application;
}

export interface MountedScope {
  /** Where it is: `<entry path>/<app id>`. */
  readonly prefix: string;
  readonly application: Application;
}

/** `endpointless`: serves everything but an endpoint. A path: the endpoint is there, and what belongs to it is below. */
export type MountedAt = { readonly prefix: string } | 'endpointless';

/** A path that no request has. */
const nowhere = '';

/** Settings of a part that has its endpoint elsewhere. Its public address is the endpoint, so that what is for one is for no other. */
export function mountSettings(settings: HttpSettings, at: MountedAt | undefined): HttpSettings {
  if (at === undefined) return settings;
  if (at === 'endpointless') return { ...settings, entryPath: nowhere };
  const { prefix } = at;
  const publicUrl = settings.publicUrl === undefined ? undefined : `${settings.publicUrl}${prefix}`;
  return { ...settings, entryPath: prefix, mount: prefix, publicUrl };
}
