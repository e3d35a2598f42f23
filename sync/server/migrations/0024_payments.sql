CREATE TABLE "ledger" (
	"vendor" text NOT NULL,
	"transfer" text NOT NULL,
	"order" uuid NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_vendor_transfer_account_pk" PRIMARY KEY("vendor","transfer","account")
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"vendor" text NOT NULL,
	"id" text NOT NULL,
	"order" uuid NOT NULL,
	"kind" text NOT NULL,
	"object" text NOT NULL,
	"resolves" text,
	"currency" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_transfers_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "payment_environments" (
	"vendor" text NOT NULL,
	"environment" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"reconciled_at" timestamp with time zone,
	CONSTRAINT "payment_environments_vendor_pk" PRIMARY KEY("vendor")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"vendor" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"intent" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"fault" text,
	CONSTRAINT "payment_events_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "payment_work" (
	"vendor" text NOT NULL,
	"id" uuid NOT NULL,
	"order" uuid NOT NULL,
	"kind" text NOT NULL,
	"generation" integer NOT NULL,
	"amount" bigint NOT NULL,
	"request" text,
	"sent_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"lease" uuid,
	"attempts" integer NOT NULL,
	"actor" text NOT NULL,
	"done_at" timestamp with time zone,
	"fault" text,
	CONSTRAINT "payment_work_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"vendor" text NOT NULL,
	"order" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"purpose" text NOT NULL,
	"provider" text,
	"status" text NOT NULL,
	"phase" text NOT NULL,
	"attempt" text NOT NULL,
	"attempted_at" timestamp with time zone,
	"declined" text,
	"generation" integer NOT NULL,
	"intent_id" text,
	"customer" text,
	"method" text,
	"card" text,
	"capture_before" timestamp with time zone,
	"authorized" bigint NOT NULL,
	"captured" bigint NOT NULL,
	"refunding" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"lost" bigint NOT NULL,
	"disputed" boolean NOT NULL,
	"capture_wanted" bigint,
	"release_wanted" boolean NOT NULL,
	"version" integer NOT NULL,
	"attempts" integer NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"alert" text,
	CONSTRAINT "payments_vendor_order_pk" PRIMARY KEY("vendor","order"),
	CONSTRAINT "payments_money" CHECK ("payments"."authorized" >= "payments"."captured" and "payments"."captured" >= "payments"."refunding" + "payments"."refunded" + "payments"."lost"
        and "payments"."refunding" >= 0 and "payments"."refunded" >= 0 and "payments"."lost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "demo_intents" (
	"vendor" text NOT NULL,
	"id" text NOT NULL,
	"state" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "demo_intents_vendor_id_pk" PRIMARY KEY("vendor","id")
);
--> statement-breakpoint
CREATE TABLE "demo_keys" (
	"vendor" text NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"intent" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "demo_keys_vendor_key_pk" PRIMARY KEY("vendor","key")
);
--> statement-breakpoint
CREATE INDEX "ledger_order" ON "ledger" USING btree ("vendor","order");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transfers_resolves" ON "ledger_transfers" USING btree ("vendor","resolves");--> statement-breakpoint
CREATE INDEX "ledger_transfers_order" ON "ledger_transfers" USING btree ("vendor","order");--> statement-breakpoint
CREATE INDEX "ledger_transfers_at" ON "ledger_transfers" USING btree ("vendor","at");--> statement-breakpoint
CREATE INDEX "payment_events_due" ON "payment_events" USING btree ("vendor","due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "payment_work_due" ON "payment_work" USING btree ("vendor","due_at") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "payment_work_order" ON "payment_work" USING btree ("vendor","order");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_work_once" ON "payment_work" USING btree ("vendor","order","kind","generation") WHERE done_at is null and kind not in ('refund', 'create');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_intent" ON "payments" USING btree ("vendor","intent_id");--> statement-breakpoint
CREATE INDEX "payments_checked" ON "payments" USING btree ("vendor","checked_at");--> statement-breakpoint
CREATE INDEX "demo_intents_changed" ON "demo_intents" USING btree ("vendor","changed_at");--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION refuse_unbalanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT coalesce(sum(amount), 0) FROM ledger WHERE vendor = NEW.vendor AND transfer = NEW.transfer) <> 0 THEN
    RAISE EXCEPTION 'a transfer adds nothing and takes nothing away' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refuse_unbalanced();
