import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { Provider, ProviderScope, PublicMcpError } from '@service/sdk';

/** The one folder that clients may see: `FILES_ROOT`, or where the server was started. */
@Provider({ name: 'root-folder', scope: ProviderScope.GLOBAL })
export class RootFolder {
  readonly path = resolve(process.env['FILES_ROOT'] ?? '.');

  /** The real place of something that is there. Links are followed first, so that none leads out. */
  async find(path: string): Promise<string> {
    const found = await realpath(resolve(this.path, path)).catch(() => {
      throw new PublicMcpError(`There is no ${path}`);
    });
    return this.#inside(found, path);
  }

  /** The place of a file that may not be there yet; its folder is. */
  async place(path: string): Promise<string> {
    const asked = resolve(this.path, path);
    const folder = await realpath(dirname(asked)).catch(() => {
      throw new PublicMcpError(`There is no folder for ${path}`);
    });
    return this.#inside(resolve(folder, basename(asked)), path);
  }

  /** Opens a file for writing; a link in its place is refused instead of followed. */
  async openToWrite(path: string) {
    const place = await this.place(path);
    return open(place, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW, 0o644).catch(() => {
      throw new PublicMcpError(`${path} cannot be written`);
    });
  }

  async show(place: string): Promise<string> {
    return relative(await realpath(this.path), place).replaceAll(sep, '/') || '.';
  }

  async #inside(place: string, asked: string): Promise<string> {
    const root = await realpath(this.path);
    if (place !== root && !place.startsWith(root + sep)) throw new PublicMcpError(`${asked} is outside of the served folder`);
    return place;
  }
}
