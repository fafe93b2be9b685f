// What swiping a toast, opening a page and showing a picture ask of the browser and jsdom does not know.
Element.prototype.hasPointerCapture = () => false
window.scrollTo = () => undefined
