/**
 * Asks for changes every second and a half and shows them without losing a PIN that is half typed. Without scripts the
 * page still works: reload it, answer.
 */
export const phoneScript = `
const screenNow = document.getElementById('screen');
const status = document.getElementById('status');
const trouble = document.getElementById('trouble');
const look = async () => {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    trouble.hidden = answer.ok;
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('screen'));
  } catch {
    trouble.hidden = false;
  }
  setTimeout(look, 1500);
};
const show = (fresh) => {
  if (!fresh || fresh.dataset.state === screenNow.dataset.state) return;
  const typed = [...screenNow.querySelectorAll('input[type=password]')].map((input) => [input.id, input.value]);
  const focused = document.activeElement?.id;
  const before = screenNow.querySelectorAll('.prompt').length;
  screenNow.replaceChildren(...fresh.childNodes);
  screenNow.dataset.state = fresh.dataset.state;
  for (const [id, value] of typed) {
    const input = document.getElementById(id);
    if (input) input.value = value;
  }
  if (focused) document.getElementById(focused)?.focus();
  const prompts = screenNow.querySelectorAll('.prompt h2');
  status.textContent = prompts.length > before ? prompts[0].textContent : 'The screen has changed.';
};
setTimeout(look, 1500);
`
