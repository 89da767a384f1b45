import { formatNames, type CheckRow, type CodedFormat, type OverwriteName } from '@service/sdk/schema-table';
import { type PartName, printCall, type Printing, printOptions, printOwner, printPattern, printValue } from './printing.ts';

/** A check as a call. `self` names the owner of a schema that is a check itself: the first one speaks for it. */
export function printCheck(row: CheckRow, self: string | undefined, printing: Printing): string {
  const { part } = printing;
  const said = row.error === undefined ? undefined : printOwner(row.error, 'checkOwner', printing);
  const common = {
    owner: self ?? said,
    abort: row.abort === true ? 'true' : undefined,
    when: row.when === undefined ? undefined : printCall(part('conditionOf'), [printing.callback(row.when.call)]),
  };
  const call = (name: PartName, args: readonly string[], more: Readonly<Record<string, string | undefined>> = {}): string =>
    printCall(part(name), [...args, printOptions({ ...more, ...common })]);
  switch (row.check) {
    case 'less_than':
      return call(row.inclusive ? 'atMostCheck' : 'lessThanCheck', [printValue(row.value)]);
    case 'greater_than':
      return call(row.inclusive ? 'atLeastCheck' : 'greaterThanCheck', [printValue(row.value)]);
    case 'multiple_of':
      return call('multipleCheck', [printValue(row.value)]);
    case 'number_format':
      return row.format.includes('int')
        ? call('integerCheck', [JSON.stringify(row.format), numberRanges[row.format] ?? anyNumber])
        : call('rangeCheck', [numberRanges[row.format] ?? anyNumber]);
    case 'bigint_format':
      return call('rangeCheck', [bigintRanges[row.format] ?? '[0n, 0n]']);
    case 'max_size':
    case 'min_size':
    case 'size_equals':
    case 'max_length':
    case 'min_length':
    case 'length_equals':
      return call(sizeChecks[row.check], [String(row.bound)]);
    case 'overwrite':
      return typeof row.how === 'string'
        ? call(rewrites[row.how] ?? 'normalizeCheck', rewrites[row.how] === undefined ? [JSON.stringify(row.how)] : [])
        : call('overwriteCheck', [printing.callback(row.how.call)]);
    case 'property':
      return call('propertyCheck', [JSON.stringify(row.key), printing.run(row.schema)]);
    case 'refine':
      return call('refineCheck', [printing.callback(row.call)], {
        path: row.path === undefined || row.path.length === 0 ? undefined : JSON.stringify(row.path),
        params: row.params === undefined ? undefined : `() => (${printValue(row.params)})`,
      });
    case 'function':
      return call(row.withContext === true ? 'contextCheck' : 'functionCheck', [printing.callback(row.call)]);
    default:
      return printFormat(row, call, printing);
  }
}

type FormatRow = Exclude<
  CheckRow,
  {
    readonly check:
      | keyof typeof sizeChecks
      | 'less_than'
      | 'greater_than'
      | 'multiple_of'
      | 'number_format'
      | 'bigint_format'
      | 'overwrite'
      | 'property'
      | 'refine'
      | 'function';
  }
>;
type Call = (name: PartName, args: readonly string[], more?: Readonly<Record<string, string | undefined>>) => string;

/** Checks of texts. */
function printFormat(row: FormatRow, call: Call, { callback }: Printing): string {
  switch (row.check) {
    case 'includes':
      return call('includesCheck', [JSON.stringify(row.text)], { position: row.position === undefined ? undefined : String(row.position) });
    case 'starts_with':
      return call('prefixCheck', [JSON.stringify(row.text)]);
    case 'ends_with':
      return call('suffixCheck', [JSON.stringify(row.text)]);
    case 'pattern':
      if (row.format === 'regex' && row.bare !== true) return call('regexCheck', [printPattern(row.pattern)]);
      return call(row.bare === true ? 'namedFormatCheck' : 'patternCheck', [printPattern(row.pattern)], formatOptions(row.format));
    case 'url':
      return call('urlCheck', [], {
        hostname: row.hostname === undefined ? undefined : printPattern(row.hostname),
        protocol: row.protocol === undefined ? undefined : printPattern(row.protocol),
        normalize: row.normalize === true ? 'true' : undefined,
      });
    case 'format':
      return call(codedFormats[row.format], row.pattern === undefined ? [] : [printPattern(row.pattern)]);
    case 'jwt':
      return call('jwtCheck', [], { algorithm: row.algorithm === undefined ? undefined : JSON.stringify(row.algorithm) });
    case 'custom_format':
      return call('customFormatCheck', [callback(row.call)], formatOptions(row.format));
  }
}

/** A format's name, and how it is called in a sentence where that differs. */
export const formatOptions = (format: string): { readonly format: string; readonly name: string | undefined } => ({
  format: JSON.stringify(format),
  name: formatNames[format] === undefined ? undefined : JSON.stringify(formatNames[format]),
});

const anyNumber = '[-Infinity, Infinity]';
const numberRanges: Readonly<Record<string, string>> = {
  safeint: `[${Number.MIN_SAFE_INTEGER}, ${Number.MAX_SAFE_INTEGER}]`,
  int32: `[${-0x80000000}, ${0x7fffffff}]`,
  uint32: `[0, ${0xffffffff}]`,
  float32: '[-3.4028234663852886e38, 3.4028234663852886e38]',
  float64: `[${-Number.MAX_VALUE}, ${Number.MAX_VALUE}]`,
};
const bigintRanges: Readonly<Record<string, string>> = {
  int64: `[${-0x8000000000000000n}n, ${0x7fffffffffffffffn}n]`,
  uint64: `[0n, ${0xffffffffffffffffn}n]`,
};

export const sizeChecks = {
  max_size: 'maxSizeCheck',
  min_size: 'minSizeCheck',
  size_equals: 'exactSizeCheck',
  max_length: 'maxLengthCheck',
  min_length: 'minLengthCheck',
  length_equals: 'exactLengthCheck',
} as const satisfies Readonly<Record<string, PartName>>;

const rewrites: Readonly<Partial<Record<OverwriteName, PartName>>> = {
  trim: 'trimCheck',
  toLowerCase: 'lowerCaseCheck',
  toUpperCase: 'upperCaseCheck',
  slugify: 'slugCheck',
};

const codedFormats: Readonly<Record<CodedFormat, PartName>> = {
  ipv6: 'ipv6Check',
  cidrv6: 'cidrv6Check',
  base64: 'base64Check',
  base64url: 'base64urlCheck',
  credit_card: 'creditCardCheck',
  iban: 'ibanCheck',
};
