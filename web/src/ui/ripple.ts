export function showRipple(target: Element, x: number, y: number): void {
  const box = target.getBoundingClientRect();
  const clip = document.createElement('span');
  const ripple = document.createElement('span');
  const radius = Math.hypot(Math.max(x - box.left, box.right - x), Math.max(y - box.top, box.bottom - y));
  clip.className = 'ripple-clip';
  clip.setAttribute('aria-hidden', 'true');
  Object.assign(clip.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    borderRadius: getComputedStyle(target).borderRadius,
  });
  ripple.className = 'ripple';
  Object.assign(ripple.style, {
    left: `${x - box.left - radius}px`,
    top: `${y - box.top - radius}px`,
    width: `${radius * 2}px`,
    height: `${radius * 2}px`,
  });
  ripple.addEventListener('animationend', () => clip.remove());
  clip.append(ripple);
  document.body.append(clip);
}
