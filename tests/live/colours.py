"""Contrast on a display's page, from the styles that Chromium computed."""

from __future__ import annotations

from playwright.sync_api import Page

_CONTRASTS = """() => {
  const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colour) => {
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    return [...ink.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => rgb(colour).slice(0, 3).map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
  const contrast = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const isSeen = (e) => e.checkVisibility({ visibilityProperty: true });
  const ground = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (rgb(colour)[3] === 255) return colour;
    }
    return getComputedStyle(document.body).backgroundColor;
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const e = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !isSeen(e) || e.closest('svg, noscript')) continue;
    found.push(['text', e.textContent.trim(), contrast(getComputedStyle(e).color, ground(e))]);
  }
  const paint = (e, how) => getComputedStyle(e)[how];
  const marks = (select, how, under) => document.querySelectorAll(select).forEach((e) => isSeen(e)
    && found.push(['mark', select, contrast(paint(e, how), under(e))]));
  const behind = (e) => ground(e.closest('div, section, span'));
  marks('.bead .body', 'fill', behind);
  for (const mark of ['.pair', '.natural-mark', '.rare .plate', '.solid:not(.none) circle']) {
    marks(mark, 'fill', behind);
  }
  for (const mark of ['.ring .body', '.tie-slash', '.hollow:not(.none) circle',
    '.slash:not(.none) path',
    '.hidden-columns.shown']) {
    marks(mark, 'stroke', behind);
  }
  document.querySelectorAll('.bead text, .ring text, .card text').forEach((e) => found.push([
    'text', e.textContent, contrast(paint(e, 'fill'), e.matches('.tie-count') ? behind(e)
      : paint(e.parentElement.querySelector('.body, .face, .plate'), 'fill'))]));
  document.querySelectorAll('.legend i').forEach((e) => found.push(['mark', 'legend',
    contrast(paint(e, 'backgroundColor'), ground(e.parentElement))]));
  return found;
}"""
LEAST = {"text": 4.5, "mark": 3.0}  # WCAG 2.2 AA, large text counted as any other


def too_weak(page: Page) -> set[str]:
    """Every text and mark with less contrast to what lies behind it than WCAG AA asks for."""
    found = page.evaluate(_CONTRASTS)
    assert len(found) > 5
    return {
        f"{kind} {what!r} has a contrast of {contrast:.2f}"
        for kind, what, contrast in found
        if contrast < LEAST[kind]
    }
