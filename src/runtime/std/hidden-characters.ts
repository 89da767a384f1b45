/**
 * What is not seen, or turns what is seen: controls except tab and newline, direction marks, zero widths, fillers, and tags, of which a whole
 * text for a model can be made that no person sees. Joiners stay within letters and pictures that need them.
 */
export const hiddenCharacters =
  /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|(?<!\P{ASCII})[\u200c\u200d]|[\u200c\u200d](?!\P{ASCII})/gu;
