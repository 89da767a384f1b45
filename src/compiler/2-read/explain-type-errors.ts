import { ts } from 'ts-morph';
import { type Diagnostic, diagnose } from '../diagnostics/index.ts';
import { contextClasses, type Declaration } from '../model/declarations.ts';
import { optionsCallOf } from './plugin-options.ts';
import { type Reading, spanOf } from './reading.ts';

/** Explains TypeScript's errors inside a decorator or builder call by the declaration; other errors stay as they are. */
export function explainTypeErrors(reading: Reading, typeErrors: readonly Diagnostic[]): readonly Diagnostic[] {
  const told = new Set<ts.Node>();
  return typeErrors.flatMap((error) => {
    if (error.code !== 'type-error' || error.span === undefined) return [error];
    for (const declaration of reading.declarations.values()) {
      const node = reading.nodes.get(declaration.id);
      if (node === undefined || declaration.span.file !== error.span.file) continue;
      if (error.span.start < node.getStart() || error.span.start >= node.getEnd()) continue;
      if (listsRefusedClass(reading, node, error.span.start)) return [];
      if (isInsideBody(reading, declaration, error)) return [error];
      const schema = jsonSchemaAt(reading, declaration, error);
      if (schema !== undefined) {
        const isNew = !told.has(schema);
        told.add(schema);
        return isNew ? [notASchema(reading, declaration, schema)] : [];
      }
      // Phase 3 says which of both is missing.
      if (
        declaration.kind === 'tool' &&
        declaration.form === 'class' &&
        (!declaration.methods.includes('execute') || (declaration.basesKnown && !declaration.bases.includes('ToolContext'))) &&
        isAboutHandler(reading, declaration, error)
      )
        return [];
      const explained =
        explainOption(reading, declaration, error) ??
        explainHandler(reading, declaration, error) ??
        explainList(reading, declaration, error);
      if (explained !== undefined) return [explained];
    }
    return [error];
  });
}

/** True for an item of a list that names a class without its context class: phase 3 says so at the class. */
function listsRefusedClass(reading: Reading, within: ts.Node, start: number): boolean {
  const item = identifierAt(within, start);
  const symbol = item === undefined ? undefined : reading.checker.getSymbolAtLocation(item);
  if (symbol === undefined) return false;
  const named = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : reading.checker.getAliasedSymbol(symbol);
  return [...reading.declarations.values()].some(({ bases, basesKnown, form, id, kind }) => {
    const wanted = contextClasses[kind];
    const node = reading.nodes.get(id);
    return (
      form === 'class' &&
      wanted !== undefined &&
      basesKnown &&
      !wanted.some((base) => bases.includes(base)) &&
      node !== undefined &&
      node === named.valueDeclaration
    );
  });
}

function identifierAt(node: ts.Node, start: number): ts.Identifier | undefined {
  if (ts.isIdentifier(node) && node.getStart() === start) return node;
  return ts.forEachChild(node, (child) =>
    child.getFullStart() <= start && start < child.getEnd() ? identifierAt(child, start) : undefined,
  );
}

/** A JSON Schema, where zod is wanted, that the error is in: TypeScript stumbles over each of its members. */
function jsonSchemaAt(reading: Reading, declaration: Declaration, error: Diagnostic): ts.PropertyAssignment | undefined {
  const options = optionsCallOf(reading, declaration)?.arguments[0];
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return undefined;
  return options.properties.filter(ts.isPropertyAssignment).find((one) => {
    if (!['inputSchema', 'outputSchema'].includes(one.name.getText()) || !contains(one, error)) return false;
    const { initializer } = one;
    return (
      ts.isObjectLiteralExpression(initializer) &&
      initializer.properties.some(
        (member) => ts.isPropertyAssignment(member) && member.name.getText() === 'type' && ts.isStringLiteralLike(member.initializer),
      )
    );
  });
}

const notASchema = (reading: Reading, { kind, name }: Declaration, { initializer, name: option }: ts.PropertyAssignment): Diagnostic =>
  diagnose(
    'not-a-schema',
    { entry: `the ${kind} "${name}"`, option: option.getText(), field: undefined },
    { span: spanOf(reading, initializer) },
  );

/** An option of another type than the parameter's. */
function explainOption(reading: Reading, declaration: Declaration, error: Diagnostic): Diagnostic | undefined {
  const call = optionsCallOf(reading, declaration);
  const options = call?.arguments[0];
  if (options === undefined || error.span === undefined || !ts.isObjectLiteralExpression(options)) return undefined;
  const path: string[] = [];
  let property: ts.PropertyAssignment | undefined;
  let object: ts.Expression | undefined = options;
  while (object !== undefined && ts.isObjectLiteralExpression(object)) {
    const inner: ts.PropertyAssignment | undefined = object.properties.filter(ts.isPropertyAssignment).find((one) => contains(one, error));
    if (inner === undefined) break;
    property = inner;
    path.push(inner.name.getText());
    if (inner.getStart() === error.span.start) break;
    object = inner.initializer;
  }
  // Only an error about the property itself: one inside a function or a schema is the author's code.
  if (property === undefined || property.getStart() !== error.span.start) return undefined;
  const expected = reading.checker.getContextualType(property.initializer);
  if (expected === undefined) return undefined;
  const owner = declaration.form === 'class' ? `@${declaration.calledAs}` : `${declaration.calledAs}()`;
  const found = typeText(reading, reading.checker.getBaseTypeOfLiteralType(reading.checker.getTypeAtLocation(property.initializer)));
  return diagnose(
    'wrong-option-type',
    { owner, option: path.join('.'), expected: typeText(reading, reading.checker.getNonNullableType(expected)), found },
    { span: spanOf(reading, property.initializer) },
  );
}

const contains = (node: ts.Node, { span }: Diagnostic): boolean =>
  span !== undefined && node.getStart() <= span.start && span.start < node.getEnd();

/** `execute` or the handler does not fit the schemas. */
function explainHandler(reading: Reading, declaration: Declaration, error: Diagnostic): Diagnostic | undefined {
  if (declaration.kind !== 'tool') return undefined;
  const call = optionsCallOf(reading, declaration);
  const wanted = call === undefined ? undefined : wantedSignature(reading, call, declaration.form);
  const actual = actualSignature(reading, declaration);
  if (call === undefined || wanted === undefined || actual === undefined || !isAboutHandler(reading, declaration, error)) return undefined;
  const { name, span } = declaration;
  const { checker } = reading;
  const [wantedInput, actualInput] = [wanted.input, inputOf(reading, actual)];
  const anyInput = actualInput !== undefined && (actualInput.flags & ts.TypeFlags.Any) !== 0;
  if (
    actualInput !== undefined &&
    (anyInput || !checker.isTypeAssignableTo(wantedInput, actualInput) || asksForMore(actualInput, wantedInput))
  ) {
    return diagnose(
      'input-type-mismatch',
      { name, declared: typeText(reading, actualInput), schema: typeText(reading, wantedInput) },
      { span },
    );
  }
  const returned = checker.getAwaitedType(actual.getReturnType()) ?? actual.getReturnType();
  if (!checker.isTypeAssignableTo(returned, wanted.output) || (returned.flags & ts.TypeFlags.Any) !== 0) {
    return diagnose(
      'output-type-mismatch',
      { name, returned: typeText(reading, returned), schema: outputText(reading, wanted.output) },
      { span },
    );
  }
  return undefined;
}

/** The `list` of a template's class does not fit: the checker reports the class, at its decorator. */
function explainList(reading: Reading, declaration: Declaration, error: Diagnostic): Diagnostic | undefined {
  const { checker } = reading;
  const node = reading.nodes.get(declaration.id);
  if (declaration.kind !== 'resource-template' || node === undefined || !ts.isClassDeclaration(node)) return undefined;
  if (!isAboutHandler(reading, declaration, error)) return undefined;
  const call = optionsCallOf(reading, declaration);
  const decorator = call === undefined ? undefined : checker.getResolvedSignature(call)?.getReturnType().getCallSignatures()[0];
  const templates = decorator?.getTypeParameters()?.[0]?.getConstraint()?.getConstructSignatures()[0]?.getReturnType();
  const wanted = templates?.getProperty('list');
  const actual = checker.getTypeAtLocation(node).getProperty('list');
  const member = actual?.declarations?.[0];
  if (wanted === undefined || actual === undefined || member === undefined) return undefined;
  const [expected, found] = [wanted, actual].map((one) => checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(one, node)));
  if (expected === undefined || found === undefined || checker.isTypeAssignableTo(found, expected)) return undefined;
  const purpose = 'Return { resources: [{ uri, name }], nextCursor? }, or a promise of it';
  const types = { expected: typeText(reading, expected), found: typeText(reading, found) };
  const span = spanOf(reading, ts.getNameOfDeclaration(member) ?? member);
  return diagnose('wrong-option-type', { owner: declaration.name, option: 'list', ...types, purpose }, { span });
}

/** A member that the schema never makes would be missing in every call. */
const asksForMore = (actual: ts.Type, wanted: ts.Type): boolean =>
  actual.getProperties().some(({ name }) => wanted.getProperty(name) === undefined) ||
  (actual.getStringIndexType() !== undefined && wanted.getStringIndexType() === undefined);

/** Names that do not exist, calls that do not fit, values that may be missing. What a handler returns is reported by other numbers. */
const ofTheAuthorsCode = [2304, 2339, 2345, 2349, 2351, 2531, 2532, 2533, 2551, 2552, 2554, 2555, 2571, 2769, 18046, 18047, 18048, 18049];

/** Whether an error is one inside a handler's body (an unknown name, a wrong argument), not one of the handler's type. */
function isInsideBody(reading: Reading, { id }: Declaration, { message, span }: Diagnostic): boolean {
  const node = reading.nodes.get(id);
  const handler = node !== undefined && ts.isCallExpression(node) ? node.arguments[0] : undefined;
  if (handler === undefined || span === undefined || !(ts.isArrowFunction(handler) || ts.isFunctionExpression(handler))) return false;
  const { body } = handler;
  const isWithin = span.start >= body.getStart() && span.start < body.getEnd();
  return isWithin && ofTheAuthorsCode.some((number) => message.endsWith(`(TS${number})`));
}

/** The checker reports a class at its decorator and a handler at the argument. */
function isAboutHandler(reading: Reading, declaration: Declaration, error: Diagnostic): boolean {
  const node = reading.nodes.get(declaration.id);
  if (node === undefined || error.span === undefined) return false;
  if (ts.isCallExpression(node)) return node.arguments[0] !== undefined && error.span.start >= node.arguments[0].getStart();
  const { start, end } = declaration.span;
  return error.span.start >= start && error.span.start < end;
}

interface Wanted {
  readonly input: ts.Type;
  readonly output: ts.Type;
}

/** The signature that `CheckedExecute<Class, Input, Output>` requires of `execute`, or the builder of its handler. */
function wantedSignature(reading: Reading, call: ts.CallExpression, form: Declaration['form']): Wanted | undefined {
  const { checker } = reading;
  const returned = checker.getResolvedSignature(call)?.getReturnType().getCallSignatures()[0];
  if (returned === undefined) return undefined;
  const constraint = returned.getTypeParameters()?.[0]?.getConstraint();
  if (form === 'builder') {
    const parameter = returned.getParameters()[0];
    const handler = parameter === undefined ? undefined : checker.getTypeOfSymbolAtLocation(parameter, call).getCallSignatures()[0];
    const input = handler === undefined ? undefined : inputOf(reading, handler);
    return input === undefined || constraint === undefined
      ? undefined
      : { input, output: checker.getAwaitedType(constraint) ?? constraint };
  }
  const target = returned.getParameters()[0];
  const type = target === undefined ? undefined : checker.getTypeOfSymbolAtLocation(target, call);
  const check = type?.isIntersection() === true ? type.types.find((one) => one.aliasSymbol?.name === 'CheckedExecute') : undefined;
  const [, input, output] = check?.aliasTypeArguments ?? [];
  return input === undefined || output === undefined ? undefined : { input, output };
}

function actualSignature(reading: Reading, declaration: Declaration): ts.Signature | undefined {
  const node = reading.nodes.get(declaration.id);
  if (node === undefined) return undefined;
  if (ts.isCallExpression(node)) {
    const handler = node.arguments[0];
    return handler === undefined ? undefined : reading.checker.getTypeAtLocation(handler).getCallSignatures()[0];
  }
  const execute = reading.checker.getTypeAtLocation(node.name ?? node).getProperty('execute');
  return execute === undefined ? undefined : reading.checker.getTypeOfSymbolAtLocation(execute, node).getCallSignatures()[0];
}

function inputOf(reading: Reading, signature: ts.Signature): ts.Type | undefined {
  const parameter = signature.getParameters()[0];
  const declaration = parameter?.valueDeclaration;
  return parameter === undefined
    ? undefined
    : declaration === undefined
      ? reading.checker.getTypeOfSymbol(parameter)
      : reading.checker.getTypeOfSymbolAtLocation(parameter, declaration);
}

const typeText = (reading: Reading, type: ts.Type): string =>
  reading.checker.typeToString(type, undefined, ts.TypeFormatFlags.InTypeAlias | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope);

/** A full result is always allowed; naming it would hide what the schema says. */
function outputText(reading: Reading, type: ts.Type): string {
  const parts = (type.isUnion() ? type.types : [type]).filter((part) => (part.aliasSymbol ?? part.symbol)?.name !== 'ToolResult');
  return parts.map((part) => typeText(reading, part)).join(' | ');
}
