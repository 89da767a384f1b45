import { isInBlock, parseIpAddress, parseIpBlock, remember } from '../../std/index.ts';
import type { IpBlock } from '../../std/index.ts';

export interface IpFilterRule {
  readonly allowList: readonly string[];
  readonly denyList: readonly string[];
  readonly defaultAction: 'allow' | 'deny';
}

/** Addresses whose verdict is known. */
const maxKnown = 1000;

/** Why an address may not call; deny wins over allow, and an address that is unknown is on neither list. */
export function createIpFilter(rule: IpFilterRule): (address: string | undefined) => 'IP_BLOCKED' | 'IP_NOT_ALLOWED' | undefined {
  const [allow, deny] = [blocks(rule.allowList), blocks(rule.denyList)];
  const refusalOf = remember(maxKnown, (address) => {
    const bytes = parseIpAddress(address);
    if (bytes !== undefined && deny.some((block) => isInBlock(bytes, block))) return 'IP_BLOCKED';
    if (bytes !== undefined && allow.some((block) => isInBlock(bytes, block))) return undefined;
    return rule.defaultAction === 'deny' ? 'IP_NOT_ALLOWED' : undefined;
  });
  return (address) => refusalOf(address ?? '');
}

/** The forms were checked with the other options. */
const blocks = (list: readonly string[]): IpBlock[] => list.flatMap((text) => parseIpBlock(text) ?? []);
