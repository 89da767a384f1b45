/** Whose server it is. */
export type Maker = 'ours' | 'bare' | 'sdk1' | 'sdk2' | 'xmcp';
export const makers: readonly Maker[] = ['ours', 'bare', 'sdk1', 'sdk2', 'xmcp'];

export type PerMaker<T> = { readonly [maker in Maker]?: T };

/** Calls back for each maker that is there, in a fixed order, and collects what comes back. */
export async function mapMakers<T, R>(of: PerMaker<T>, make: (value: T, maker: Maker) => Promise<R> | R): Promise<PerMaker<R>> {
  const made: { [maker in Maker]?: R } = {};
  for (const maker of makers) {
    const value = of[maker];
    if (value === undefined) continue;
    try {
      made[maker] = await make(value, maker);
    } catch (failure) {
      throw new Error(`${maker}: ${failure instanceof Error ? failure.message : String(failure)}`, { cause: failure });
    }
  }
  return made;
}
