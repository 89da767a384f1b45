import type { ServiceClient } from '@service/react';
import { messageOf } from '@service/sdk/internal';
import type { JsonObject } from '@service/sdk/model';
import { platforms, type ServerAnswer, type ViewHostSettings } from '@service/sdk/widget-host';
import { useEffect, useRef, type ReactElement } from 'react';
import type { ShownCall } from './shown-call.ts';
import type { WidgetDocument } from './widget-document.ts';
import { WidgetFrame } from './widget-frame.ts';
import type { Switches } from './widget-switches.tsx';

interface WidgetStageProps {
  readonly sandbox: string;
  readonly document: WidgetDocument;
  readonly call: ShownCall;
  readonly switches: Switches;
  readonly callable: ReadonlySet<string>;
  readonly client: ServiceClient;
  /** A view begins anew. @param isAgain with a call that was shown before its document changed */
  readonly begun: (isAgain: boolean) => void;
  readonly changed: NonNullable<ViewHostSettings['changed']>;
}

/** The frame of a widget. Another call, another document or another host is another view, which gets the input and the result again. */
export function WidgetStage({ begun, call, callable, changed, client, document, sandbox, switches }: WidgetStageProps): ReactElement {
  const { mode, theme } = switches;
  const platform = platforms[switches.platform];
  const width = switches.width ?? platform.width;
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<WidgetFrame>(undefined);
  const last = useRef<Pick<WidgetStageProps, 'call' | 'document'>>(undefined);
  // A view of before the server was replaced asks the one that runs.
  const now = useRef({ callable, client, mode, theme, width });
  now.current = { callable, client, mode, theme, width };
  useEffect(() => {
    if (container.current === null) return;
    begun(last.current?.call === call && last.current.document !== document);
    last.current = { call, document };
    const shown = new WidgetFrame(container.current, {
      sandbox,
      platform,
      html: document.html,
      csp: document.csp,
      maxHeight: platform.maxHeight,
      callable: now.current.callable,
      context: {
        theme: now.current.theme,
        displayMode: now.current.mode,
        availableDisplayModes: [...platform.displayModes],
        containerDimensions: sizeOf(now.current.width, platform.maxHeight),
        locale: navigator.language,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        platform: 'web',
      },
      ask: (method, params) => ask(now.current.client, method, params),
      changed,
    });
    frame.current = shown;
    void shown.host.initialized.then(() => replay(shown, call, platform.sendsInput));
    return () => shown.remove();
  }, [begun, call, changed, document, platform, sandbox]);
  useEffect(() => {
    void frame.current?.host.changeContext({ theme, displayMode: mode, containerDimensions: sizeOf(width, platform.maxHeight) });
  }, [mode, platform, theme, width]);
  const style = width === 'full' || mode === 'fullscreen' ? {} : { maxWidth: mode === 'pip' ? 360 : width };
  return <div ref={container} className={`stage ${mode} ${theme}`} style={style} data-testid="stage" />;
}

const sizeOf = (width: number | 'full', maxHeight: number): JsonObject => (width === 'full' ? { maxHeight } : { width, maxHeight });

async function replay({ host }: WidgetFrame, { args, error, result }: ShownCall, sendsInput: boolean): Promise<void> {
  if (sendsInput) await host.send({ method: 'ui/notifications/tool-input', params: { arguments: args } });
  if (result === undefined) await host.send({ method: 'ui/notifications/tool-cancelled', params: { reason: error ?? '' } });
  else await host.send({ method: 'ui/notifications/tool-result', params: result });
}

async function ask(client: ServiceClient, method: string, params: JsonObject): Promise<ServerAnswer> {
  try {
    return { result: await client.request(method, params) };
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    return { error: { code: typeof code === 'number' ? code : -32_603, message: messageOf(error) } };
  }
}
