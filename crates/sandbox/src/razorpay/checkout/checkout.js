// Replaces Razorpay's checkout.js in the sandbox, with a part of its options, methods and events, in its order. It runs in
// the merchant's page and opens the payment window in a frame of the sandbox.
(() => {
  "use strict";
  const base = new URL(document.currentScript.src).origin;
  const METAS = 'meta[name="viewport"], meta[name="theme-color"]';

  function fault(message) {
    const error = new Error(message);
    error.name = "RazorpayError";
    return error;
  }

  function checkOptions(options) {
    const given = options ?? {};
    if (!given.key) throw fault("No key passed");
    if (!/^\d+$/.test(String(given.amount ?? "")) || Number(given.amount) < 100) {
      alert("Payment failed: amount is not a whole number of paise of at least 100");
      throw fault("Invalid amount. It must be a whole number of paise, at least 100.");
    }
    const pairs = Object.entries(given.notes ?? {});
    if (pairs.length > 15) throw fault("At most 15 notes are allowed");
    const notes = Object.fromEntries(pairs.map(([name, text]) => [name, String(text).slice(0, 254)]));
    const retry = given.retry === false || given.retry?.enabled === false ? false : { enabled: true };
    const modal = { escape: true, backdropclose: false, handleback: true, confirm_close: false, ...given.modal };
    return { ...given, notes, retry, modal };
  }

  function Razorpay(options) {
    if (!(this instanceof Razorpay)) return new Razorpay(options);
    this.options = checkOptions(options);
    this.listeners = new Map();
    this.frame = null;
  }

  Razorpay.prototype.on = function on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
    return this;
  };

  Razorpay.prototype.emit = function emit(event, data) {
    for (const listener of this.listeners.get(event) ?? []) listener(data);
  };

  Razorpay.prototype.open = function open() {
    if (this.frame) return this;
    const { theme } = this.options;
    const container = document.createElement("div");
    container.className = "razorpay-container";
    container.setAttribute("role", "dialog");
    container.setAttribute("aria-modal", "true");
    container.setAttribute("aria-label", "Payment");
    Object.assign(container.style, {
      position: "fixed", inset: "0", zIndex: "1000000000", background: theme?.backdrop_color ?? "rgb(0 0 0 / 60%)",
    });
    const frame = document.createElement("iframe");
    frame.className = "razorpay-checkout-frame";
    frame.title = "Payment window";
    frame.src = `${base}/v1/checkout/public`;
    // A colour scheme of its own: in a dark page a frame with another scheme would not be transparent.
    Object.assign(frame.style, { width: "100%", height: "100%", border: "0", colorScheme: "light" });
    container.append(frame);
    document.body.append(container);

    // As in the real checkout, the page's scrolling and these tags are switched off while the window is open.
    const metas = [...document.querySelectorAll(METAS)];
    const places = metas.map((meta) => [meta, meta.parentNode, meta.nextSibling]);
    for (const meta of metas) meta.remove();
    const replacements = [
      ["viewport", "width=device-width, initial-scale=1"],
      ["theme-color", theme?.color ?? "#0b3b4a"],
    ].map(([name, content]) => Object.assign(document.createElement("meta"), { name, content }));
    document.head.append(...replacements);
    const overflow = document.body.style.overflow;
    document.body.style.overflow = "hidden";

    this.frame = frame;
    this.restore = () => {
      container.remove();
      for (const meta of replacements) meta.remove();
      for (const [meta, parent, next] of places) parent.insertBefore(meta, next?.parentNode === parent ? next : null);
      document.body.style.overflow = overflow;
      window.removeEventListener("message", this.onMessage);
      this.frame = null;
    };
    this.onMessage = (message) => {
      if (message.origin === base && message.source === frame.contentWindow) this.handleMessage(message.data);
    };
    window.addEventListener("message", this.onMessage);
    return this;
  };

  Razorpay.prototype.handleMessage = function handleMessage(message) {
    const { handler, modal, callback_url: callback, redirect, retry } = this.options;
    switch (message?.event) {
      case "load":
        this.frame.contentWindow.postMessage({ event: "options", options: withoutFunctions(this.options) }, base);
        this.frame.focus();
        this.emit("ready");
        break;
      case "render":
        this.emit("render");
        break;
      case "submit":
        this.emit("payment.submit", { method: message.method });
        break;
      case "failed":
        this.emit("payment.failed", { error: message.error });
        this.emit("payment.error", { error: message.error });
        if (redirect && callback) post(callback, errorFields(message.error));
        else if (!retry) this.dismiss();
        break;
      case "complete":
        this.restore();
        if (redirect && callback) post(callback, message.response);
        else if (handler) setTimeout(() => handler.call(this, message.response), 200);
        else if (callback) post(callback, message.response);
        break;
      case "dismiss":
        if (!modal.confirm_close || confirm("Do you want to leave the payment?")) this.dismiss();
        break;
      case "timeout":
        this.dismiss();
        break;
      case "left":
        // The player closes the tab: this page gets no more messages.
        location.assign(`${base}/v1/checkout/left`);
        break;
    }
  };

  Razorpay.prototype.dismiss = function dismiss() {
    const { modal } = this.options;
    this.restore();
    setTimeout(() => modal.ondismiss?.({}), 0);
    setTimeout(() => modal.onhidden?.(), 0);
  };

  Razorpay.prototype.close = function close() {
    if (this.frame) this.dismiss();
  };

  // Functions cannot be sent to the frame.
  function withoutFunctions(options) {
    return JSON.parse(JSON.stringify(options));
  }

  // The fields of an error as the checkout posts them: `error[code]` and so on, the metadata as text.
  function errorFields(error) {
    const text = (value) => (typeof value === "object" ? JSON.stringify(value) : value);
    return Object.fromEntries(Object.entries(error).map(([name, value]) => [`error[${name}]`, text(value)]));
  }

  function post(url, response) {
    const form = document.createElement("form");
    form.method = "post";
    form.action = url;
    for (const [name, value] of Object.entries(response)) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      form.append(field);
    }
    document.body.append(form);
    form.submit();
  }

  window.Razorpay = Razorpay;
})();
