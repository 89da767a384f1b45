import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const runtimeFolder = '/src/runtime/';

/** Functions by the path of their file. */
export type RanFunctions = ReadonlyMap<string, ReadonlySet<string>>;

/** Functions of the run time that run during `act`, which has run once before: what the first time builds is there. */
export async function ranFunctions(act: () => Promise<unknown>): Promise<RanFunctions> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await act();
    await session.post('Profiler.takePreciseCoverage');
    await act();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return new Map(
      result
        .filter(({ url }) => url.startsWith('file:') && url.includes(runtimeFolder))
        .map(({ functions, url }) => {
          const ran = functions.filter(({ ranges: [range] }) => range !== undefined && range.count > 0);
          return [fileURLToPath(url), new Set(ran.map(({ functionName }) => functionName))] as const;
        })
        .filter(([, names]) => names.size > 0),
    );
  } finally {
    session.disconnect();
  }
}
