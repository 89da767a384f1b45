import { type InterfaceDeclaration, Node, type PropertySignature, type TypeNode, type TypeReferenceNode } from 'ts-morph';
import type { Field, Fields, Rule } from '../../../src/config/setting-row.ts';
import { deploymentWorkingTags } from '../../packing/working-tags.ts';
import { OptionFault } from '../options/option-fault.ts';
import type { Declarations } from '../options/read-shape.ts';
import { checkTags, sentenceAt, tagTexts } from '../options/read-tags.ts';
import { settingTags, TypeTags, fieldTags } from './setting-tags.ts';

/** The settings of an interface and of those in it; or what is wrong with them, all at once. */
export class SettingReader {
  readonly faults: string[] = [];
  readonly #declared: Declarations;
  /** Each interface is read once: the printer knows it by its identity. */
  readonly #read = new Map<string, Fields>();
  readonly #open = new Set<string>();

  constructor(declared: Declarations) {
    this.#declared = declared;
  }

  fieldsNamed(name: string): Fields {
    const declaration = this.#declared.get(name);
    if (Node.isInterfaceDeclaration(declaration)) return this.#attempt(() => this.#fieldsDeclared(declaration)) ?? {};
    this.faults.push(`${name}: no such interface; settings of service.config are read from it`);
    return {};
  }

  #fieldsDeclared(declaration: InterfaceDeclaration): Fields {
    const name = declaration.getName();
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    if (this.#open.has(name)) throw new OptionFault(declaration, `${name} is within itself, and settings have an end`);
    this.#open.add(name);
    this.#attempt(() => checkTags(declaration, [...deploymentWorkingTags, 'see', 'example']));
    const bases = declaration.getExtends().map((base) => this.fieldsNamed(base.getExpression().getText()));
    const inherited: Fields = Object.fromEntries(bases.flatMap((base) => Object.entries(base)));
    // A member that only narrows an inherited one is as the first says it.
    const fields = { ...inherited, ...this.#fieldsOf(declaration.getProperties()), ...inherited };
    this.#open.delete(name);
    this.#read.set(name, fields);
    return fields;
  }

  #fieldsOf(members: readonly PropertySignature[]): Fields {
    return Object.fromEntries(
      members.flatMap((member) => {
        const field = this.#attempt(() => this.#fieldOf(member));
        return field === undefined ? [] : [[member.getName().replace(/^'(.*)'$/, '$1'), field]];
      }),
    );
  }

  #fieldOf(member: PropertySignature): Field {
    // A missing sentence hides no fault of what is below.
    const sentence = this.#attempt(() => sentenceAt(member, settingTags)) ?? '';
    const type = member.getTypeNode();
    if (type === undefined) throw new OptionFault(member, `"${member.getName()}" has no type`);
    const tags = new TypeTags(member);
    const rule = this.#ruleOf(type, tags);
    tags.finish();
    return { rule, ...fieldTags(member, rule, sentence) };
  }

  #ruleOf(node: TypeNode, tags: TypeTags): Rule {
    if (Node.isParenthesizedTypeNode(node) || Node.isTypeOperatorTypeNode(node)) return this.#ruleOf(node.getTypeNode(), tags);
    if (Node.isArrayTypeNode(node)) {
      const atLeast = tags.limit('minItems');
      return { kind: 'list', of: this.#ruleOf(node.getElementTypeNode(), tags), atLeast };
    }
    if (Node.isUnionTypeNode(node)) return this.#unionOf(node.getTypeNodes(), tags);
    if (Node.isTypeLiteral(node)) return { kind: 'object', fields: this.#fieldsOf(node.getProperties()) };
    if (Node.isTypeReference(node)) return this.#referenceOf(node, tags);
    const text = literalOf(node);
    if (text !== undefined) return { kind: 'text', choices: [text] };
    switch (node.getText()) {
      case 'string':
        return { kind: 'text', rule: tags.rule() };
      case 'number':
        return { kind: 'integer', min: tags.limit('minimum'), max: tags.limit('maximum') };
      case 'boolean':
        return { kind: 'switch' };
      case 'false':
        return { kind: 'off' };
      case 'unknown':
        return { kind: 'json' };
      default:
        return noSetting(node);
    }
  }

  #referenceOf(node: TypeReferenceNode, tags: TypeTags): Rule {
    const [first, second] = node.getTypeArguments();
    const name = node.getTypeName().getText();
    if (name === 'Record' && first !== undefined && second !== undefined)
      return { kind: 'map', of: this.#ruleOf(second, tags), keys: first.getText() === 'string' ? undefined : keysOf(first) };
    if ((name === 'Readonly' || name === 'Partial') && first !== undefined) return this.#ruleOf(first, tags);
    const declaration = this.#declared.get(name);
    if (Node.isInterfaceDeclaration(declaration)) return { kind: 'object', fields: this.#fieldsDeclared(declaration) };
    const type = declaration?.getTypeNode();
    return type === undefined ? noSetting(node) : this.#ruleOf(type, tags);
  }

  /** Texts beside each other are one rule. */
  #unionOf(nodes: readonly TypeNode[], tags: TypeTags): Rule {
    const declared = nodes.map((node) => this.#declared.get(node.getText())).filter((found) => Node.isInterfaceDeclaration(found));
    if (declared.length === nodes.length) return this.#variantOf(declared);
    const rules: Rule[] = [];
    for (const rule of nodes.map((node) => this.#ruleOf(node, tags))) {
      const last = rules.at(-1);
      if (rule.kind === 'text' && rule.choices !== undefined && last?.kind === 'text' && last.choices !== undefined)
        rules[rules.length - 1] = { kind: 'text', choices: [...last.choices, ...rule.choices] };
      else rules.push(rule);
    }
    const [only] = rules;
    return only !== undefined && rules.length === 1 ? only : { kind: 'either', of: rules };
  }

  /** Told apart by the first member that has a text of its own for a type. */
  #variantOf(declared: readonly InterfaceDeclaration[]): Rule {
    const by =
      declared[0]
        ?.getProperties()
        .find((member) => literalOf(member.getTypeNode()) !== undefined)
        ?.getName() ?? '';
    const cases = declared.map((one) => {
      const text = literalOf(one.getProperty(by)?.getTypeNode());
      if (text === undefined)
        throw new OptionFault(one, `${one.getName()} has no member with a text for a type that tells it from the others`);
      return { text, fields: this.#fieldsDeclared(one), unnamed: tagTexts(one, 'unnamed').length > 0 };
    });
    return {
      kind: 'variant',
      by,
      cases: Object.fromEntries(cases.map(({ fields, text }) => [text, fields])),
      unnamed: cases.flatMap(({ text, unnamed }) => (unnamed ? [text] : [])),
    };
  }

  #attempt<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof OptionFault)) throw error;
      this.faults.push(error.message);
      return undefined;
    }
  }
}

function literalOf(node: TypeNode | undefined): string | undefined {
  const literal = Node.isLiteralTypeNode(node) ? node.getLiteral() : undefined;
  return Node.isStringLiteral(literal) ? literal.getLiteralValue() : undefined;
}

const keysOf = (node: TypeNode): readonly string[] =>
  (Node.isUnionTypeNode(node) ? node.getTypeNodes() : [node]).map((one) => literalOf(one) ?? noSetting(one));

function noSetting(node: TypeNode): never {
  throw new OptionFault(
    node,
    `the type ${node.getText()} is no kind of setting; expected string, number, boolean, false, unknown, texts, a list, a Record or an interface`,
  );
}
