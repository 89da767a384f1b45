/** HTML and other values of a result, each of which is an attacker's, and what it does to the widget that shows it. */
export interface WidgetAttack {
  readonly name: string;
  readonly advisory: string;
  /** Widget that shows it: a function that returns text, one that returns markup, `Content` of React, a page with a script. */
  readonly widget: 'text' | 'markup' | 'content' | 'page';
  readonly value: unknown;
  /** `type` of `Content`. */
  readonly type?: string;
  /** What the person does with it, by an element. */
  readonly act?: readonly [how: 'click' | 'middle' | 'enter', selector: string];
  /** In the view: it got what it came for, beside code that ran, a tool that was called, a frame that left and a button that is covered. */
  readonly succeeds?: string;
  /** It succeeds where the widget is not done with it in time. */
  readonly isSlow?: boolean;
  /** Texts of an unminified widget, and what takes the guard out: the attack must then succeed. */
  readonly without?: readonly (readonly [guard: string, instead: string])[];
}

const evil = 'https://evil.example/';
const xss = 'CWE-79';
const clickjacking = 'CWE-1021';
const openRedirect = 'CWE-601';
const confusedDeputy = 'CWE-441';

const runs = 'window.hit = 1';
const cover = 'position:fixed;inset:0;z-index:99;background:red';

const noLinks = [['if (event.type === "auxclick" && event.button !== 1) return;', 'return;']] as const;
const anyCaller = [['if (callers.has(element))', 'if (true)']] as const;
const anyStyle = [['setAttribute", name, safeStyle(value)', 'setAttribute", name, value']] as const;

const calling: readonly WidgetAttack[] = [
  {
    name: 'a button of a text calls a tool',
    advisory: confusedDeputy,
    widget: 'text',
    value: '<button id="bait" data-tool-call="own">Read more</button>',
    act: ['click', '#bait'],
    without: anyCaller,
  },
  {
    name: 'a value in an attribute without quotes calls a tool',
    advisory: confusedDeputy,
    widget: 'markup',
    value: `x data-tool-call=own data-tool-args={}`,
    act: ['click', '#bait'],
    without: [['replaceAll("=", "&#61;")', 'replaceAll("=", "=")']],
  },
  {
    name: 'HTML in Content calls a tool',
    advisory: confusedDeputy,
    widget: 'content',
    value: '<p><b data-tool-call="own">Read more</b></p>',
    act: ['click', 'b'],
  },
  {
    name: 'HTML that a page puts into itself calls a tool',
    advisory: confusedDeputy,
    widget: 'page',
    value: '<p id="bait" data-tool-call="own">Read more</p>',
    act: ['click', '#bait'],
    without: anyCaller,
  },
  {
    name: 'members of a node of a graph call a tool',
    advisory: confusedDeputy,
    widget: 'content',
    value: {
      nodes: [{ id: 'a', className: 'bait', data: { label: 'Read more' }, domAttributes: { 'data-tool-call': 'own' } }],
      edges: [],
    },
    succeeds: 'document.querySelector(".bait, .react-flow__node[data-tool-call]")',
    without: [['nodes: nodes.map(nodeOf)', 'nodes: nodes.map((node, at) => ({ ...node, ...nodeOf(node, at) }))']],
  },
  {
    name: 'a label of HTML in Content clicks a button of the author',
    advisory: confusedDeputy,
    widget: 'content',
    value: '<p><label for="own"><b>Read more</b></label></p>',
    act: ['click', 'b'],
  },
  {
    name: 'a button of HTML in Content sends a form of the author',
    advisory: confusedDeputy,
    widget: 'content',
    value: '<p><button form="order"><b>Read more</b></button></p>',
    act: ['click', 'b'],
    succeeds: 'window.sent',
  },
  {
    name: 'a field of HTML in Content joins a form of the author',
    advisory: confusedDeputy,
    widget: 'content',
    value: '<p><input form="order" name="amount" value="999"></p>',
    succeeds: 'new FormData(document.querySelector("#order")).has("amount")',
  },
];

const running: readonly WidgetAttack[] = [
  ...[
    `<img src="data:," onerror="${runs}">`,
    `<svg><script>${runs}</script></svg>`,
    `<svg><style><img src="data:," onerror="${runs}"></style></svg>`,
    `<noscript><p title="</noscript><img src='data:,' onerror='${runs}'>"></noscript>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=data:, onerror='${runs}'&gt;">`,
    `<form><math><mtext></form><form><mglyph><style></math><img src="data:," onerror="${runs}">`,
    `<template><img src="data:," onerror="${runs}"></template>`,
    `<iframe srcdoc="<script>parent.hit = 1</script>"></iframe>`,
    `<video><source onerror="${runs}"></video>`,
    `<details open ontoggle="${runs}">x</details>`,
    `<select autofocus onfocus="${runs}"></select>`,
  ].flatMap((value): readonly WidgetAttack[] =>
    (['text', 'content'] as const).map((widget) => ({ name: `${widget} that runs: ${value}`, advisory: xss, widget, value })),
  ),
  {
    name: 'a form hides its handlers behind a field',
    advisory: xss,
    widget: 'text',
    value: `<form id="bait" onclick="${runs}">Read more<input name="attributes"><input name="getAttributeNames" value="x"></form>`,
    act: ['click', '#bait'],
    without: [['const { Element } = globalThis;', 'return [];']],
  },
  {
    name: 'an animation gives a link an address that runs',
    advisory: xss,
    widget: 'text',
    value: `<svg id="bait" width="99" height="99"><a><animate attributeName="href" begin="indefinite" values="#;javascript:${runs}" dur="9s"/><rect width="99" height="99"/></a></svg>`,
    succeeds: 'document.querySelector("animate")',
    without: [['/href/i.test(', '/never/.test(']],
  },
  {
    name: 'a component of MDX is given HTML',
    advisory: xss,
    widget: 'content',
    type: 'mdx',
    value: { dangerouslySetInnerHTML: { __html: `<img src="data:," onerror="${runs}">` }, children: undefined },
    without: [['/^(?:on[A-Z].*|dangerously.*', '/^(?:on[A-Z].*']],
  },
  {
    name: 'a diagram styles the widget',
    advisory: clickjacking,
    widget: 'content',
    type: 'mermaid',
    value: '<svg><style>#own { display: none }</style></svg>',
    without: [['(element.shadowRoot ?? element.attachShadow({ mode: "open" })).innerHTML', 'element.innerHTML']],
  },
  {
    name: 'a picture hides the body of the document',
    advisory: 'CWE-694',
    widget: 'text',
    value: '<img name="body"><form name="createElement"></form>',
    succeeds: 'document.body.localName !== "body" || typeof document.createElement !== "function"',
    without: [['"img[name], form[name]"', '"nothing"']],
  },
  {
    name: 'an id of HTML in Content hides an element of the author',
    advisory: 'CWE-694',
    widget: 'content',
    value: '<p id="total">0 €</p>',
    succeeds: 'document.getElementById("total").localName !== "output"',
    without: [['if (name === "id") return', 'if (false) return']],
  },
];

const covering: readonly WidgetAttack[] = [
  ...(['text', 'content'] as const).map((widget): WidgetAttack => ({
    name: `${widget} that covers the widget`,
    advisory: clickjacking,
    widget,
    value: `<div style="${cover}">Read more</div>`,
    ...(widget === 'text' ? { without: anyStyle } : {}),
  })),
  {
    name: 'text that covers the widget by a style sheet',
    advisory: clickjacking,
    widget: 'text',
    value: `<style>i { ${cover} }</style>`,
    without: [['name === "style" && !styles', 'false']],
  },
  {
    name: 'HTML in Content that takes the look of a cover of the author',
    advisory: clickjacking,
    widget: 'content',
    value: '<div class="cover">Read more</div>',
  },
  {
    name: 'a value of a style makes a button the whole widget',
    advisory: clickjacking,
    widget: 'markup',
    value: `9px;position:fixed;inset:0;width:100%;height:100%;z-index:99`,
    succeeds: 'getComputedStyle(document.querySelector("#own")).position === "fixed"',
    without: anyStyle,
  },
  {
    name: 'styles whose addresses load',
    advisory: 'CWE-829',
    widget: 'text',
    value: `<div style="background-color:red;background:u\\rl(${evil});color:url('${evil}')">x</div>`,
    without: anyStyle,
  },
];

const link = (inner: string): string => `<p>${inner}</p>`;
const leading: readonly WidgetAttack[] = [
  ...(['text', 'content'] as const).flatMap((widget): readonly WidgetAttack[] =>
    (
      [
        ['a link', link(`<a href="${evil}">go</a>`), 'click', 'a'],
        ['a link, by the keyboard', link(`<a href="${evil}">go</a>`), 'enter', 'a'],
        ['a link of another window', link(`<a target="_blank" href="${evil}">go</a>`), 'click', 'a'],
        ['a link, by the middle button', link(`<a href="${evil}">go</a>`), 'middle', 'a'],
        ['a link to the top', link(`<a target="_top" href="${evil}">go</a>`), 'click', 'a'],
        ['a link to data', link('<a href="data:text/html,<h1>x</h1>">go</a>'), 'click', 'a'],
        ['a link of SVG', `<svg width="99" height="99"><a href="${evil}"><rect width="99" height="99"/></a></svg>`, 'click', 'rect'],
        [
          'an older link of SVG',
          `<svg width="99" height="99"><a xlink:href="${evil}"><rect width="99" height="99"/></a></svg>`,
          'click',
          'rect',
        ],
        [
          'a copy of a link of SVG',
          `<svg width="99" height="99"><defs><a id="x" href="${evil}"><rect width="99" height="99"/></a></defs><use href="#x"/></svg>`,
          'click',
          'svg',
        ],
        [
          'an area of a picture',
          `<p><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="99" height="99" usemap="#m"><map name="m"><area shape="default" href="${evil}"></map></p>`,
          'click',
          'img',
        ],
        ['a form', `<form action="${evil}"><button>Read more</button></form>`, 'click', '#at button'],
      ] as const
    ).map(([name, value, how, selector]) => ({
      name: `${widget} that leads the frame away: ${name}`,
      advisory: openRedirect,
      widget,
      value,
      // `Content` shows no buttons of a result.
      act: [how, widget === 'content' ? selector.replace(' button', '') : selector],
      ...(widget === 'text' && !name.includes('window') && !name.includes('top') && how !== 'middle' ? { without: noLinks } : {}),
    })),
  ),
  {
    name: 'a link whose form hides how it is found',
    advisory: openRedirect,
    widget: 'text',
    value: `<a href="${evil}"><form id="bait">Read more<input name="closest" type="hidden"></form></a>`,
    act: ['click', '#bait'],
    without: noLinks,
  },
  {
    name: 'a form of the method dialog whose button sends it',
    advisory: openRedirect,
    widget: 'text',
    value: `<form method="dialog" action="${evil}"><button id="bait" formmethod="get">Read more</button></form>`,
    act: ['click', '#bait'],
    without: [['submitter ? callOn(submitter, "getAttribute", "formmethod") : null', 'null']],
  },
  {
    name: 'a value of an attribute leads the frame away',
    advisory: openRedirect,
    widget: 'markup',
    value: evil,
    act: ['click', '#go'],
    without: noLinks,
  },
  {
    name: 'a link of a library leads the frame away',
    advisory: openRedirect,
    widget: 'content',
    type: 'mermaid',
    value: `<svg width="99" height="99"><a xlink:href="${evil}"><rect width="99" height="99"/></a></svg>`,
    act: ['click', 'rect'],
    without: noLinks,
  },
  {
    name: 'a form of a library in a shadow root leads the frame away',
    advisory: openRedirect,
    widget: 'content',
    type: 'mermaid',
    value: `<form action="${evil}"><button>Read more</button></form>`,
    act: ['click', '#at button'],
    without: [['"host" in node', 'false']],
  },
  {
    name: 'a form of a library in a shadow root that a key sends',
    advisory: openRedirect,
    widget: 'content',
    type: 'mermaid',
    value: `<form action="${evil}"><input></form>`,
    act: ['enter', '#at input'],
    without: [['"keydown", "click"', '"click"']],
  },
  {
    name: 'HTML that turns all links',
    advisory: openRedirect,
    widget: 'text',
    value: `<base href="${evil}">`,
    succeeds: 'document.querySelector("base")',
  },
  {
    name: 'HTML that loads another page by itself',
    advisory: openRedirect,
    widget: 'text',
    value: `<meta http-equiv="refresh" content="0;url=${evil}">`,
  },
];

/** Values that are worked on for minutes. */
const slow: readonly WidgetAttack[] = [
  ['addresses', `https://${'.png?'.repeat(60_000)} x`],
  ['a line of commas', `a${','.repeat(300_000)}`],
  ['opening brackets', '['.repeat(100_000)],
].map(([name, value]) => ({ name: `content that takes minutes: ${name}`, advisory: 'CWE-1333', widget: 'content', isSlow: true, value }));

export const widgetAttacks: readonly WidgetAttack[] = [...calling, ...running, ...covering, ...leading, ...slow];
