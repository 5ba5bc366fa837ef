// The card number is sent only to the origin of this frame. The surrounding page receives the token.
const form = document.querySelector('#card');
const fault = document.querySelector('#fault');
const done = document.querySelector('#done');
const button = form.querySelector('button');
const { action, parent: parentOrigin, theme } = form.dataset;

if (theme !== 'auto') document.documentElement.dataset.theme = theme;

function tell(message) {
  window.parent.postMessage(message, parentOrigin);
}

function show(message, field) {
  fault.textContent = message;
  for (const input of form.querySelectorAll('input')) {
    if (input.name === field) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  }
  if (field) form.elements.namedItem(field).focus();
}

function refuse(message, field) {
  show(message, field);
  tell({ type: 'tercet-card-error', message });
}

async function send() {
  const typed = { number: form.elements.number.value, expiry: form.elements.expiry.value };
  const response = await fetch(action, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(typed),
    signal: AbortSignal.timeout(5_000),
  });
  const answer = await response.json();
  if (!response.ok) return refuse(answer.message);
  if (answer.fault) return refuse(answer.fault.message, answer.fault.field);
  show('');
  form.reset();
  done.textContent = `${answer.brand} ending ${answer.last4} is ready.`;
  done.hidden = false;
  tell({ type: 'tercet-card', token: answer.token, brand: answer.brand, last4: answer.last4 });
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  done.hidden = true;
  try {
    await send();
  } catch {
    refuse('The card could not be sent. Nothing was kept; try again.');
  } finally {
    button.disabled = false;
  }
});

new ResizeObserver(() => {
  tell({ type: 'tercet-card-ready', height: Math.ceil(document.body.getBoundingClientRect().height) });
}).observe(document.body);
