// What swiping a toast, opening a page and showing a picture ask of the browser and jsdom does not know.
Element.prototype.hasPointerCapture = () => false
window.scrollTo = () => undefined
// TypeScript knows of no answer, but current Chromium gives a promise: whoever passes it on by accident must fail here.
Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined
