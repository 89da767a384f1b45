import { fieldsOf } from '../std/index.ts';

/** Paths where skills answer over HTTP; undefined for one that is off. */
export interface SkillAddresses {
  readonly llmTxt: string | undefined;
  readonly llmFullTxt: string | undefined;
  readonly api: string | undefined;
}

/** @param config `skillsConfig` */
export function skillAddresses(config: unknown): SkillAddresses {
  const { api, llmFullTxt, llmTxt, prefix } = fieldsOf(config);
  const base = typeof prefix === 'string' ? trimmed(prefix) : '';
  const addressOf = (given: unknown, absent: string): string | undefined => {
    const { enabled, path } = fieldsOf(given);
    if (given === false || enabled === false) return undefined;
    return `${base === '' ? '' : `/${base}`}/${typeof path === 'string' ? trimmed(path) : absent}`;
  };
  return { llmTxt: addressOf(llmTxt, 'llm.txt'), llmFullTxt: addressOf(llmFullTxt, 'llm_full.txt'), api: addressOf(api, 'skills') };
}

const trimmed = (path: string): string => path.replaceAll(/^\/+|\/+$/g, '');
