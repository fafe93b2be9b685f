// Browser functions that toasts, navigation, pictures and dates call and jsdom does not have.
HTMLInputElement.prototype.showPicker = () => undefined
Element.prototype.hasPointerCapture = () => false
window.matchMedia ??= () =>
  ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList
window.scrollTo = () => undefined
// TypeScript declares no return value, but current Chromium returns a promise: code that passes it on must fail here.
Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined
