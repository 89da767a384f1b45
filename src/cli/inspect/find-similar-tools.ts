import { lookupKey } from '@service/sdk/model';
import type { ToolModel } from '@service/sdk/model';

/** Two tools that a model can hardly tell apart. */
export interface SimilarTools {
  readonly names: readonly [string, string];
  readonly because: string;
}

/** From this share of common words on, two descriptions count as one. */
const similarShare = 0.8;

/** Descriptions of fewer words are too short to be compared. */
const fewestWords = 4;

/** Tools with names that differ only in spelling, or with nearly the same description. */
export function findSimilarTools(tools: readonly ToolModel[]): readonly SimilarTools[] {
  const read = tools.map((tool) => ({ tool, spelling: spellingOf(tool.name), words: wordsOf(tool.description ?? '') }));
  return read.flatMap((one, index) =>
    read.slice(index + 1).flatMap((other): readonly SimilarTools[] => {
      const names = [one.tool.listedName, other.tool.listedName] as const;
      if (one.spelling === other.spelling) return [{ names, because: 'their names differ only in spelling or owner' }];
      const share = commonShare(one.words, other.words);
      if (share < similarShare) return [];
      return [
        {
          names,
          because:
            share === 1
              ? 'their descriptions have the same words'
              : `${Math.round(share * 100)} % of their descriptions' words are the same`,
        },
      ];
    }),
  );
}

const spellingOf = (name: string): string => lookupKey(name).replaceAll(/[_.]/g, '').toLowerCase();

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

function commonShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size < fewestWords || other.size < fewestWords) return 0;
  const common = [...one].filter((word) => other.has(word)).length;
  return common / (one.size + other.size - common);
}
