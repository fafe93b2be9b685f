/** A narrow screen with large targets; readable from 320 px, in light and in dark. */
export const phoneStyle = `
:root { color-scheme: light dark; --ink: #1c1a17; --page: #ece7df; --screen: #fffdf9; --line: #8b8175; --deed: #1d6b3a; }
@media (prefers-color-scheme: dark) { :root { --ink: #f3eee6; --page: #171512; --screen: #24211d; --line: #9c9184; --deed: #7fd19c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 12px; max-width: 28rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); }
h1 { margin: 0; font-size: 1.125rem; }
h2 { margin: 0 0 8px; font-size: 1.125rem; }
p { margin: 0 0 8px; }
.demo { padding: 8px 12px; border: 2px dashed currentColor; border-radius: 8px; text-align: center; }
.phone { margin: 12px 0; padding: 20px 16px; border: 10px solid #2b2723; border-radius: 28px; background: var(--screen); min-height: 22rem; }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[role=alert] { font-weight: 600; }
.prompt { margin-bottom: 20px; padding: 14px; border: 2px solid var(--deed); border-radius: 12px; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 0 0 12px; }
dd { margin: 0; font-weight: 600; }
label { display: block; font-weight: 600; }
.hint { font-size: 0.875rem; }
input { width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; font: inherit; color: inherit; background: transparent; }
button { min-height: 48px; padding: 8px 16px; border: 2px solid var(--deed); border-radius: 8px; font: inherit; font-weight: 600; color: var(--screen); background: var(--deed); cursor: pointer; }
button.quiet { color: inherit; background: transparent; }
:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
.messages { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
.messages li { margin-bottom: 8px; padding: 10px 12px; border-radius: 12px; background: var(--page); }
.choose { display: grid; gap: 8px; }
`
