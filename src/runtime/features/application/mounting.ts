import type { AnyClass } from '../../define/index.ts';
import type { HttpSettings } from '../../http/http-settings.ts';
import type { Application } from './application.ts';

/** A server of several endpoints: opens its parts and joins them. Undefined for a server that is one. */
export type Mounting = (server: AnyClass, open: OpenPart) => Promise<Application> | undefined;

/** Opens a part of a server. */
export type OpenPart = (server: AnyClass, mount?: Mount) => Promise<Application>;

/** Settings of a part, out of those of the server. */
export type Mount = (settings: HttpSettings) => HttpSettings;
