/** The forms that most visitors do not need, in one download. */
export { BizzaboForm } from './BizzaboForm.tsx';
export { CventForm } from './CventForm.tsx';
export { RegisterForm } from './RegisterForm.tsx';
