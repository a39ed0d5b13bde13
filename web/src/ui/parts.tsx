// The small parts that panels are made of: signs, buttons, fields, sections.

import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import type { Words } from '../words';
import { SIGNS, type SignName } from './signs';

export function Sign({ name }: { name: SignName }): JSX.Element {
  return <svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d={SIGNS[name]} /></svg>;
}

interface ButtonProps {
  /** What it does; its label where it shows a sign alone. */
  label: string;
  sign?: SignName;
  /** The key that does the same, shown in the hint. */
  keys?: string;
  onClick: () => void;
  isOn?: boolean;
  isOff?: boolean;
  /** The label is written beside the sign, where there is room. */
  isNamed?: boolean;
  kind?: string;
  /** What it shows besides: a picture of what the label says. */
  children?: ComponentChildren;
}

export function Button(
  { label, sign, keys, onClick, isOn, isOff, isNamed, kind, children }: ButtonProps,
): JSX.Element {
  const hint = keys ? `${label} (${keys})` : label;
  return (
    <button
      type="button"
      class={`button ${kind ?? ''} ${isNamed || children ? '' : 'bare'}`}
      title={isNamed && !keys ? undefined : hint}
      aria-label={label}
      aria-pressed={isOn}
      aria-keyshortcuts={keys}
      disabled={isOff}
      onClick={onClick}
    >
      {sign && <Sign name={sign} />}
      {isNamed && <span>{label}</span>}
      {children}
    </button>
  );
}

/** Names to choose from, each with what the dictionaries call it. */
export const choices = <const T extends string>(t: Words['t'], family: string, names: readonly T[]) =>
  names.map((name) => [name, t(`${family}.${name}`)] as const);

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
  /** The label is there for those who listen alone. */
  isTerse?: boolean;
  hint?: string;
}

export function Select<T extends string>(
  { label, value, options, onChange, isTerse, hint }: SelectProps<T>,
): JSX.Element {
  return (
    <label class="field" title={hint}>
      <span class={isTerse ? 'unseen' : 'name'}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([each, words]) => (
          <option key={each} value={each} selected={each === value}>{words}</option>
        ))}
      </select>
    </label>
  );
}

interface NumberProps {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A whole number; what is typed out of range is drawn into it when the field is left. */
export function NumberField({ label, value, least, most, onChange }: NumberProps): JSX.Element {
  return (
    <label class="field">
      <span class="name">{label}</span>
      <input
        type="number" inputMode="numeric" min={least} max={most} step={1} value={value}
        onChange={(event) => {
          const typed = Math.round(event.currentTarget.valueAsNumber);
          const next = Number.isFinite(typed) ? Math.min(most, Math.max(least, typed)) : value;
          event.currentTarget.value = String(next);
          onChange(next);
        }}
      />
    </label>
  );
}

interface SliderProps extends NumberProps {
  text: string;
  step?: number;
}

export function Slider({ label, value, least, most, onChange, text, step }: SliderProps): JSX.Element {
  return (
    <label class="slider" title={`${label}: ${text}`}>
      <span class="unseen">{label}</span>
      <input
        type="range" min={least} max={most} step={step ?? 1} value={value} aria-valuetext={text}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <span class="digits" aria-hidden="true">{text}</span>
    </label>
  );
}

export function Check({ label, of }: { label: string; of: Signal<boolean> }): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox" checked={of.value} onChange={(event) => (of.value = event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

export function Section({ title, name, isShut, children }: {
  title: string; name: string; isShut?: boolean; children: ComponentChildren;
}): JSX.Element {
  return (
    <details class="section" data-panel={name} open={!isShut}>
      <summary>{title}</summary>
      <div class="inside">{children}</div>
    </details>
  );
}

/** What lies over a picture because something has to be said of it. */
export function Note({ title, text, children }: {
  title: string; text: string; children?: JSX.Element | false;
}): JSX.Element {
  return (
    <div class="note" role="status">
      <Sign name="warn" />
      <div><strong>{title}</strong><p>{text}</p></div>
      {children}
    </div>
  );
}
