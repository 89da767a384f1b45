import {
  type InterfaceDeclaration,
  Node,
  type PropertySignature,
  type SourceFile,
  type TypeAliasDeclaration,
  type TypeNode,
} from 'ts-morph';
import type { OptionType } from '@service/sdk/options';
import { OptionFault } from './option-fault.ts';
import { tagTexts } from './read-tags.ts';

/** Interfaces and type aliases by name. */
export type Declarations = ReadonlyMap<string, InterfaceDeclaration | TypeAliasDeclaration>;

/** The members of one object type, by name. */
type Members = ReadonlyMap<string, PropertySignature>;

/** What a type accepts, and the members of each object type among its alternatives. */
export interface Shape {
  readonly types: readonly OptionType[];
  readonly branches: readonly Members[];
}

export function declarationsOf(sources: readonly SourceFile[]): Declarations {
  return new Map(
    sources.flatMap((source) => [...source.getInterfaces(), ...source.getTypeAliases()].map((found) => [found.getName(), found] as const)),
  );
}

const simple = (...types: readonly OptionType[]): Shape => ({ types, branches: [] });
const nothing: Members = new Map();

/** The shape of a type as its text says it, in the order of its text. */
export function shapeOf(node: TypeNode, declared: Declarations): Shape {
  if (Node.isParenthesizedTypeNode(node)) return shapeOf(node.getTypeNode(), declared);
  if (Node.isTypeOperatorTypeNode(node)) return shapeOf(node.getTypeNode(), declared);
  if (Node.isUnionTypeNode(node)) return joined(node.getTypeNodes().map((one) => shapeOf(one, declared)));
  if (Node.isIntersectionTypeNode(node)) return merged(node.getTypeNodes().map((one) => shapeOf(one, declared)));
  if (Node.isArrayTypeNode(node)) return simple(isText(shapeOf(node.getElementTypeNode(), declared)) ? 'strings' : 'array');
  if (Node.isTupleTypeNode(node)) return simple('array');
  if (Node.isFunctionTypeNode(node)) return simple('function');
  if (Node.isConstructorTypeNode(node)) return simple('class');
  if (Node.isTypeLiteral(node))
    return { types: ['object'], branches: [node.getIndexSignatures().length > 0 ? nothing : byName(node.getProperties())] };
  if (Node.isIndexedAccessTypeNode(node)) return indexed(node.getObjectTypeNode(), node.getIndexTypeNode(), declared);
  if (Node.isTypeReference(node)) return shapeOfName(node, declared);
  return simple(...wordsOf(node));
}

const byName = (members: readonly PropertySignature[]): Members =>
  new Map(members.map((member) => [member.getName().replace(/^'(.*)'$/, '$1'), member]));

function wordsOf(node: TypeNode): readonly OptionType[] {
  const text = node.getText();
  if (text === 'string' || text === 'number' || text === 'boolean') return [text];
  if (text === 'undefined') return [];
  if (Node.isLiteralTypeNode(node)) {
    const literal = node.getLiteral();
    if (Node.isStringLiteral(literal) || Node.isNumericLiteral(literal)) return [{ literals: [literal.getLiteralValue()] }];
    if (text === 'true' || text === 'false') return [{ literals: [text === 'true'] }];
  }
  if (text === 'unknown' || text === 'object') return ['any'];
  throw new OptionFault(node, `the type ${text} says no kind of value; add @accepts, such as @accepts object`);
}

function indexed(object: TypeNode, index: TypeNode, declared: Declarations): Shape {
  const name = index.getText().slice(1, -1);
  const type = shapeOf(object, declared).branches.flatMap((members) => members.get(name)?.getTypeNode() ?? [])[0];
  if (type === undefined) throw new OptionFault(index, `${object.getText()} has no member ${name}`);
  return shapeOf(type, declared);
}

function shapeOfName(node: TypeNode, declared: Declarations): Shape {
  if (!Node.isTypeReference(node)) return simple();
  const name = node.getTypeName().getText();
  const [argument] = node.getTypeArguments();
  if (name === 'Record') return simple('object');
  if ((name === 'Readonly' || name === 'Partial') && argument !== undefined) return shapeOf(argument, declared);
  const declaration = declared.get(name);
  if (declaration === undefined)
    throw new OptionFault(node, `the type ${name} says no kind of value; add @accepts, such as @accepts object`);
  return shapeOfDeclaration(declaration, declared);
}

export function shapeOfDeclaration(declaration: InterfaceDeclaration | TypeAliasDeclaration, declared: Declarations): Shape {
  const accepted = acceptedBy(declaration);
  if (accepted !== undefined) return simple(...accepted);
  if (Node.isInterfaceDeclaration(declaration)) return { types: ['object'], branches: [membersOf(declaration, declared)] };
  const type = declaration.getTypeNode();
  return type === undefined ? simple() : shapeOf(type, declared);
}

/** Own members stand before those of what it extends, and replace them. */
function membersOf(declaration: InterfaceDeclaration, declared: Declarations): Members {
  const inherited = declaration.getExtends().flatMap((base) => {
    const found = declared.get(base.getExpression().getText());
    return found === undefined || !Node.isInterfaceDeclaration(found) ? [] : [...membersOf(found, declared)];
  });
  if (tagTexts(declaration, 'unlisted').length > 0 || declaration.getIndexSignatures().length > 0) return nothing;
  const own = byName(declaration.getProperties());
  return new Map([...own, ...inherited.filter(([name]) => !own.has(name))]);
}

/** `@accepts any`, `@accepts schema or string`: where a type cannot say it. */
export function acceptedBy(node: Parameters<typeof tagTexts>[0]): readonly OptionType[] | undefined {
  const [text] = tagTexts(node, 'accepts');
  return text?.split(' or ').map((word): OptionType => {
    if (/^'[^']*'$/.test(word)) return { literals: [word.slice(1, -1)] };
    const known = accepted.find((one) => one === word);
    if (known === undefined)
      throw new OptionFault(node, `@accepts ${text}: expected ${accepted.join(', ')} or a text in single quotes, joined with "or"`);
    return known;
  });
}

const accepted = ['string', 'number', 'boolean', 'object', 'array', 'strings', 'function', 'class', 'schema', 'any'] as const;

const isText = ({ types, branches }: Shape): boolean =>
  branches.length === 0 &&
  types.every((type) => type === 'string' || (typeof type === 'object' && type.literals.every((one) => typeof one === 'string')));

/** Alternatives: literals beside each other are one type, and no type is there twice. */
export function joined(shapes: readonly Shape[]): Shape {
  const types: OptionType[] = [];
  for (const type of shapes.flatMap((shape) => shape.types)) {
    const at = types.length - 1;
    const last = types[at];
    if (typeof type === 'object' && typeof last === 'object') types[at] = { literals: [...new Set([...last.literals, ...type.literals])] };
    else if (!types.includes(type)) types.push(type);
  }
  return { types, branches: shapes.flatMap((shape) => shape.branches) };
}

const merged = (shapes: readonly Shape[]): Shape => ({
  types: ['object'],
  branches: [new Map(shapes.flatMap(({ branches }) => branches.flatMap((members) => [...members])))],
});
