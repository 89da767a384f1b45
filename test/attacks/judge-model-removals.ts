import { runModelRemovals, withoutGuard } from './run-model-attacks.ts';
import { runSandboxRemovals } from './run-sandbox-attacks.ts';
import type { Removal } from './sandbox-attacks.ts';

/** Prints what scripts of models reach without each guard. @returns whether each attack gets through without its guard */
export async function judgeModelRemovals(json: boolean): Promise<boolean> {
  const told = ({ attack, opens }: Removal): void => {
    if (!json) console.log(`${opens ? 'opens' : 'STAYS SHUT'}  ${attack}`);
  };
  const guards = [...(await runSandboxRemovals(told)), ...(await runModelRemovals('', told))];
  const shut = guards.filter(({ opens }) => !opens).length;
  const unbuilt = withoutGuard();
  if (json) console.log(JSON.stringify({ guards, unbuilt }, null, 2));
  else {
    for (const name of unbuilt) console.log(`nothing to take out for: ${name}`);
    console.log(`${guards.length} guards taken out, ${shut} of them not missed, ${unbuilt.length} attacks on ways that were never built`);
  }
  return shut === 0;
}
