/**
 * Runs in the page: how far the deepest letters of an element's last line reach below its box, in pixels. What hides its
 * overflow cuts them where that is more than nothing.
 */
export function depthBelowBox(element: Element): number {
  const baseline = document.createElement('span')
  baseline.style.display = 'inline-block'
  element.append(baseline)
  const pen = document.createElement('canvas').getContext('2d')
  if (pen) pen.font = getComputedStyle(element).font
  const depth = pen?.measureText('gjpqy').actualBoundingBoxDescent ?? Number.NaN
  const end = baseline.getBoundingClientRect().bottom + depth - element.getBoundingClientRect().bottom
  baseline.remove()
  return end
}
