ALTER TABLE "payments" DROP CONSTRAINT "payments_money";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_money" CHECK ("payments"."authorized" >= "payments"."captured" and "payments"."captured" >= "payments"."refunded"
        and "payments"."refunding" >= 0 and "payments"."refunded" >= 0 and "payments"."lost" >= 0);