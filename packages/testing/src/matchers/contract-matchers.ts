import { isJsonObject } from '@service/sdk/model';
import { contractChanges, type Contract } from '@service/sdk/contract';
import { storedContract } from '../contract/stored-contract.ts';
import { found, print, type MatcherResult } from './matcher.ts';

/** Matchers of contracts. */
export const contractMatchers = {
  /** Compares with a file, `contract.json` in the folder of the run when absent, and fails for what breaks clients. */
  toMatchContract: (received: unknown, file = 'contract.json'): MatcherResult => {
    if (!isContract(received)) throw new TypeError(`Expected the result of contract().\nReceived: ${print(received)}`);
    const changes = contractChanges(storedContract(file, received), received);
    const breaking = changes.filter(({ kind }) => kind === 'breaking');
    const lines = changes.map(({ kind, message, name, of }) => `${kind}: ${of} ${name}: ${message}`);
    return found({
      pass: breaking.length === 0,
      expected: `Expected the contract to keep what ${file} promises. Accept the changes with SERVICE_UPDATE_CONTRACT=1`,
      expectedNot: `Expected the contract to break what ${file} promises`,
      received: lines.length === 0 ? 'no change' : lines.join('\n'),
    });
  },
} as const;

const isContract = (value: unknown): value is Contract => isJsonObject(value) && value['contractVersion'] === 1;
