import { copyJson, isJsonObject, parseJsonObject, type Json, type JsonObject } from '@service/sdk/model';
import { shapeResult, shapeTools, type Flavour } from '@service/sdk/hosts/in-process/flavours';
import { useMemo } from 'react';
import type { ToolResult } from '../core/dynamic-registry.ts';
import { useConnection, useSnapshot } from '../provider/context.ts';
import type { ServerChoice } from './use-service.ts';

/** Whose shape tools and results have; `mcp` is the protocol's own. */
export type Platform = Exclude<Flavour, 'unknown'> | 'mcp';

/** Calls a tool of a page. */
export type CallPageTool = (name: string, args: Readonly<Record<string, unknown>>) => Promise<ToolResult>;

/** What {@link useTools} gives. */
export interface VendorTools {
  /** The tools, as the vendor's requests take them. */
  readonly tools: Json;
  /** Runs a call as the vendor's answers hold it, and gives what its next request takes. */
  readonly processToolCall: (call: unknown) => Promise<Json>;
}

/**
 * The tools of a server and of the page in the shape of one vendor's SDK, and what runs the calls of its model.
 * @param platform `openai`, `claude`, `langchain`, `vercel-ai` or `mcp`
 * @throws {TypeError} for another platform
 * @example
 * const { tools, processToolCall } = useTools('openai');
 * for (const call of message.tool_calls) messages.push(await processToolCall(call));
 */
export function useTools(platform: Platform, { server }: ServerChoice = {}): VendorTools {
  const connection = useConnection('useTools', server);
  const { tools } = useSnapshot(connection);
  return useMemo(
    () => ({
      tools: shapeTools(
        flavourOf(platform),
        tools.map((tool) => copyJson(tool)),
      ),
      processToolCall: createToolCallHandler(platform, (name, args) => connection.callTool(name, args)),
    }),
    [connection, platform, tools],
  );
}

/** {@link useTools} by its other name. */
export function useAITools(platform: Platform, choice?: ServerChoice): VendorTools {
  return useTools(platform, choice);
}

const platforms: readonly Platform[] = ['openai', 'claude', 'langchain', 'vercel-ai', 'mcp'];

function flavourOf(platform: Platform): Flavour {
  if (!platforms.includes(platform)) throw new TypeError(`The platform "${platform}" is not known: write one of ${platforms.join(', ')}`);
  return platform === 'mcp' ? 'unknown' : platform;
}

/**
 * What runs the tool calls of a vendor's model, outside React too.
 * @param platform whose calls come
 * @param callTool runs one
 * @returns a function that rejects with a `TypeError` for what is no call of the vendor
 * @example
 * const handle = createToolCallHandler('claude', (name, args) => connection.callTool(name, args));
 */
export function createToolCallHandler(platform: Platform, callTool: CallPageTool): (call: unknown) => Promise<Json> {
  const flavour = flavourOf(platform);
  return async (call) => {
    const { args, id, name } = readCall(flavour, call);
    let result: ToolResult;
    try {
      result = await callTool(name, args);
    } catch (failure) {
      // The model reads it and may try another way.
      result = { content: [{ type: 'text', text: failure instanceof Error ? failure.message : String(failure) }], isError: true };
    }
    return answerOf(flavour, id, copyJson(result));
  };
}

interface VendorCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

/** @throws {TypeError} what is no call of the vendor's */
function readCall(flavour: Flavour, call: unknown): VendorCall {
  const given = isJsonObject(call) ? call : {};
  const called = flavour === 'openai' && isJsonObject(given['function']) ? given['function'] : given;
  const name = called['name'] ?? called['toolName'];
  if (typeof name !== 'string') throw new TypeError(`This is no tool call of ${flavour}: it names no tool`);
  const id = [given['id'], given['toolCallId'], given['call_id']].find((one) => typeof one === 'string');
  return { id: typeof id === 'string' ? id : '', name, args: argumentsOf(name, called) };
}

function argumentsOf(name: string, called: JsonObject): JsonObject {
  const given = called['arguments'] ?? called['input'] ?? called['args'] ?? {};
  const args = typeof given === 'string' ? parseJsonObject(given === '' ? '{}' : given) : given;
  // Models write arguments as text, and not always whole.
  if (!isJsonObject(args)) throw new TypeError(`The arguments of the call of "${name}" are no JSON object`);
  return args;
}

function answerOf(flavour: Flavour, id: string, result: JsonObject): Json {
  const shaped = shapeResult(flavour, result);
  const text = typeof shaped === 'string' ? shaped : JSON.stringify(shaped);
  switch (flavour) {
    case 'openai':
      return { role: 'tool', tool_call_id: id, content: text };
    case 'claude':
      return { type: 'tool_result', tool_use_id: id, content: shaped, ...(result['isError'] === true ? { is_error: true } : {}) };
    case 'langchain':
      return { tool_call_id: id, content: text, status: result['isError'] === true ? 'error' : 'success' };
    default:
      return shaped;
  }
}
