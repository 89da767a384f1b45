/* Run in a page: texts whose contrast with their ground is below that of WCAG 2.2 AA for small texts, 4.5 to 1. */
(() => {
  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => {
    const [red, green, blue] = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const [r, g, b, alpha = 1] = channels(getComputedStyle(at).backgroundColor);
      if (alpha === 1) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const hasText = (element) => [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== '');
  return [...document.querySelectorAll('body *')]
    .filter(hasText)
    .filter((element) => contrast(channels(getComputedStyle(element).color), groundOf(element)) < 4.5)
    .map((element) => `${element.localName}.${element.className}: ${element.textContent.slice(0, 30)}`);
})();
