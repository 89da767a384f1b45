import type { ToolResult } from '@service/react';
import type { ReactElement } from 'react';
import { Json, Text } from './json.tsx';

const pictures = /^image\/(?:png|jpeg|gif|webp)$/;

/** What a call gave. Whatever a server sends is shown as text, and its pictures as pictures. */
export function ResultView({ result }: { readonly result: ToolResult }): ReactElement {
  const { _meta, content, isError, structuredContent } = result as ToolResult & { readonly _meta?: unknown };
  return (
    <section className="result" aria-label="Result">
      <h3 className={isError === true ? 'bad' : undefined}>{isError === true ? 'The tool failed' : 'Result'}</h3>
      {content.map((block, at) => (
        <Block key={at} block={block} />
      ))}
      {structuredContent !== undefined && <Json label="Structured" value={structuredContent} />}
      {_meta !== undefined && <Json label="_meta" value={_meta} />}
    </section>
  );
}

function Block({ block }: { readonly block: ToolResult['content'][number] }): ReactElement {
  const { data, mimeType, text, type } = block as { readonly [member: string]: unknown };
  if (type === 'text' && typeof text === 'string') return <Text>{text}</Text>;
  if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string' && pictures.test(mimeType))
    return <img src={`data:${mimeType};base64,${data}`} alt="Of the result" />;
  return <Json label={String(type)} value={block} />;
}
