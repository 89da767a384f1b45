import { configInvalid } from '@service/sdk/internal';
import { checkDashboardOptions, settingsOf, type DashboardOptions, type DashboardSettings } from './dashboard-options.ts';

/** The options of this process: one dashboard shows a process, whichever of its servers is asked. */
const registry: { options: DashboardOptions | undefined; known: WeakSet<DashboardOptions>; readonly warnings: string[] } = {
  options: undefined,
  known: new WeakSet(),
  warnings: [],
};

/**
 * Sets the options of this process; those that were set before change nothing.
 * @throws {ServiceError} CONFIG_INVALID for another `auth` than before, or one without its token
 */
export function registerOptions(options: DashboardOptions): void {
  if (registry.known.has(options)) return;
  checkDashboardOptions(options);
  const { options: before } = registry;
  if (before !== undefined && authOf(before) !== authOf(options))
    throw configInvalid(
      'DashboardPlugin: auth is another than that of an earlier init, and its options hold for the whole process. Give all of them the same auth.',
    );
  if (before !== undefined && textOf(before) !== textOf(options))
    registry.warnings.push('DashboardPlugin: init was called with other options before; those of the last call hold for the whole process');
  registry.options = options;
  registry.known.add(options);
}

/** Those of the last `init`, or the defaults. */
export const processSettings = (): DashboardSettings => settingsOf(registry.options ?? {});

/** What to tell in the log, once. */
export const takeWarnings = (): readonly string[] => registry.warnings.splice(0);

/** Forgets the options of this process, for tests that start several servers. */
export function resetDashboardOptions(): void {
  registry.options = undefined;
  registry.known = new WeakSet();
  registry.warnings.length = 0;
}

const authOf = (options: DashboardOptions): string => JSON.stringify(settingsOf(options).auth ?? null);

const textOf = ({ auth: _auth, ...others }: DashboardOptions): string => {
  const { basePath, cdn, enabled } = settingsOf(others);
  return JSON.stringify([
    enabled,
    basePath,
    cdn === 'self' ? cdn : Object.entries(cdn).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ]);
};
