import type { PropertySignature } from 'ts-morph';
import type { OptionOwner, OptionRow, OptionType } from '@service/sdk/options';
import { namedRules } from '../../../src/runtime/options/named-rules.ts';
import { OptionFault } from './option-fault.ts';
import { closestName } from '../../../src/runtime/std/closest-name.ts';
import { acceptedBy, joined, shapeOf, shapeOfDeclaration, type Declarations, type Shape } from './read-shape.ts';
import { unservedAt, type Unserved } from './read-no-effect.ts';
import { plainValue, sentenceAt, tagTexts } from './read-tags.ts';

/** An option as its member of an interface says it. */
export interface WrittenOption extends Pick<OptionRow, 'owner' | 'path' | 'type' | 'required' | 'secret'>, Limits {
  readonly rule: string | undefined;
  readonly sentence: string;
  readonly unserved: readonly Unserved[];
  readonly members: readonly PropertySignature[];
}

/** The interfaces of each decorator's argument. */
export type Roots = Readonly<Record<OptionOwner, readonly Root[]>>;

/** An interface, and the option whose members it has. */
type Root = readonly [name: string, within?: string];

/** Every option of every decorator, in the order of the interfaces; or what is wrong with them, all at once. */
export function readOptions(roots: Partial<Roots>, declared: Declarations) {
  const reader = new OptionReader(declared);
  for (const [owner, names] of Object.entries(roots) as [OptionOwner, readonly Root[]][]) reader.readRoots(owner, names);
  return { options: reader.options, faults: [...new Set(reader.faults)] };
}

class OptionReader {
  readonly options: WrittenOption[] = [];
  readonly faults: string[] = [];
  readonly #declared: Declarations;
  /** Members whose own are being read. */
  readonly #open = new Set<PropertySignature>();

  constructor(declared: Declarations) {
    this.#declared = declared;
  }

  readRoots(owner: OptionOwner, roots: readonly Root[]): void {
    for (const [name, within] of roots) {
      const declaration = this.#declared.get(name);
      if (declaration === undefined) this.faults.push(`${name}: no such interface; the options of "${owner}" are read from it`);
      else
        this.#attempt(() =>
          this.#readMembers(owner, within === undefined ? '' : `${within}.`, shapeOfDeclaration(declaration, this.#declared)),
        );
    }
  }

  #readMembers(owner: OptionOwner, prefix: string, shape: Shape): void {
    const names = new Set(shape.branches.flatMap((branch) => [...branch.keys()]));
    for (const name of names) {
      const found = shape.branches.map((branch) => branch.get(name));
      this.#attempt(() => this.#readMember({ owner, path: prefix + name }, found));
    }
  }

  #readMember(option: { readonly owner: OptionOwner; readonly path: string }, found: readonly (PropertySignature | undefined)[]): void {
    const members = [...new Set(found.flatMap((member) => (member === undefined || isNever(member) ? [] : [member])))];
    const written = members.map((member) => ({ ...rowAt(member), sentence: this.#sentenceAt(member), shape: this.#shapeAt(member) }));
    const [first] = written;
    if (first === undefined) return;
    const shape = joined(written.map((one) => one.shape));
    const other = written.find((one) => one.sentence !== first.sentence);
    if (other !== undefined) throw new OptionFault(other.member, `"${option.path}" has two sentences; say the same at each of its members`);
    for (const one of written) checkDefault(one.member, one, one.shape.types);
    const { member: _member, shape: _shape, unlisted, ...row } = first;
    const required = found.every((member) => member !== undefined && !isOptional(member));
    this.options.push({ ...option, type: shape.types, ...(required ? { required: true } : {}), ...row, members });
    if (unlisted) return;
    if (members.some((member) => this.#open.has(member)))
      throw new OptionFault(first.member, `"${option.path}" is within itself; add @unlisted`);
    for (const member of members) this.#open.add(member);
    this.#readMembers(option.owner, `${option.path}.`, shape);
    for (const member of members) this.#open.delete(member);
  }

  /** A missing one hides no fault of what is below. */
  #sentenceAt(member: PropertySignature): string {
    let sentence = '';
    this.#attempt(() => {
      sentence = sentenceAt(member);
    });
    return sentence;
  }

  #shapeAt(member: PropertySignature): Shape {
    const accepted = acceptedBy(member);
    const type = member.getTypeNode();
    if (accepted !== undefined || type === undefined) return { types: accepted ?? ['any'], branches: [] };
    return shapeOf(type, this.#declared);
  }

  #attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof OptionFault)) throw error;
      this.faults.push(error.message);
    }
  }
}

/** `folder?: undefined`: the member belongs to another of several interfaces. */
const isNever = (member: PropertySignature): boolean => member.getTypeNode()?.getText() === 'undefined';

const isOptional = (member: PropertySignature): boolean => member.hasQuestionToken() || tagTexts(member, 'requiredByRule').length > 0;

type Limits = { readonly [Name in 'default' | 'maximum' | 'minimum']: OptionRow[Name] | undefined };

/** What the comment of a member says. */
function rowAt(member: PropertySignature) {
  const has = (name: string): boolean => tagTexts(member, name).length > 0;
  return {
    member,
    unlisted: has('unlisted'),
    unserved: unservedAt(member),
    default: plainValue(member, 'default'),
    minimum: limitAt(member, 'minimum'),
    maximum: limitAt(member, 'maximum'),
    rule: ruleAt(member),
    ...(has('secret') ? { secret: true as const } : {}),
  };
}

function limitAt(member: PropertySignature, name: 'minimum' | 'maximum'): number | undefined {
  const value = plainValue(member, name);
  if (value === undefined || typeof value === 'number') return value;
  throw new OptionFault(member, `@${name} ${value}: expected a number`);
}

function ruleAt(member: PropertySignature): string | undefined {
  const [name] = tagTexts(member, 'rule');
  if (name === undefined || Object.hasOwn(namedRules, name)) return name;
  const near = closestName(name, Object.keys(namedRules));
  throw new OptionFault(
    member,
    `no rule "${name}"; ${near === undefined ? 'add it to src/runtime/options/named-rules.ts' : `did you mean "${near}"?`}`,
  );
}

function checkDefault(member: PropertySignature, { default: value, maximum, minimum }: Limits, types: readonly OptionType[]): void {
  if (value === undefined) return;
  if (typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value)))
    throw new OptionFault(member, `@default ${value} is beyond @minimum or @maximum`);
  const fits = types.some((type) => (typeof type === 'object' ? type.literals.includes(value) : type === typeof value || type === 'any'));
  if (!fits)
    throw new OptionFault(member, `@default ${JSON.stringify(value)} does not fit the type ${member.getTypeNode()?.getText() ?? ''}`);
}
