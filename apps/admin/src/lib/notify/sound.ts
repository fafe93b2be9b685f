const key = 'marashi-sound'

/** Whether this browser is to be heard when something happens. */
export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(key) === 'on'
  } catch {
    return false // the browser keeps nothing
  }
}

export function switchSound(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    // It is heard, or not, until the page is left.
  }
}

/** Two soft tones, made by the browser. One that was not touched yet plays nothing. */
export function ringTwice(): void {
  const context = new AudioContext()
  for (const [index, hertz] of [660, 880].entries()) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const from = context.currentTime + index * 0.16
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.0001, from)
    volume.gain.exponentialRampToValueAtTime(0.12, from + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.3)
    tone.connect(volume).connect(context.destination)
    tone.start(from)
    tone.stop(from + 0.32)
  }
  setTimeout(() => void context.close(), 1_000)
}
